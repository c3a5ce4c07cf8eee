"""The files of an evaluation (docs/STUDIES.md): one per part, rewritten after every row, so that what
was interrupted goes on where it was."""

import hashlib
import json
import os
import pathlib
import platform
import shutil
import subprocess

FORMAT = "deforest evaluation 1"
ROOT = pathlib.Path(__file__).resolve().parents[2]


def said(*words):
    """The output of a program; empty if there is none, or it fails."""
    if shutil.which(str(words[0])) is None:
        return ""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                          cwd=ROOT)
    return done.stdout.strip() if done.returncode == 0 else ""


def machine():
    names = [line.split(":", 1)[1].strip()
             for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
             if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"processor": names[0] if names else platform.machine(), "processors": os.cpu_count(),
            "memory_gb": round(memory / 1e9, 1), "system": platform.platform(),
            "load": round(os.getloadavg()[0], 1)}


def compilers():
    compiler = said(os.environ.get("CXX", "c++"), "--version").splitlines()
    return {"ghc": said("ghc", "--numeric-version"), "cxx": compiler[0] if compiler else ""}


def of_deforest(binary):
    return {"version": said(binary, "--version").removeprefix("deforest "),
            "commit": said("git", "rev-parse", "--short=12", "HEAD"),
            "changed": said("git", "status", "--porcelain") != "",
            "build": hashlib.sha256(pathlib.Path(binary).read_bytes()).hexdigest()[:16]}


def cell(own=None, published=None, source=None, least=None, most=None):
    return {"own": own, "least": least, "most": most, "published": published,
            "from": source if published is not None else None}


def column(key, title, kind="ratio", timed=False, better="less"):
    return {"key": key, "title": title, "kind": kind, "timed": timed, "better": better}


def write(path, data):
    """All of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".new")
    temporary.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(temporary, path)


def read(path):
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return data if data.get("format") == FORMAT else None


class Part:
    """A part that is being made. Rows of an earlier run are kept if the same compiler made them with
    the same settings."""

    def __init__(self, directory, name, header, settings):
        self.path = directory / f"{name}.json"
        earlier = read(self.path) or {}
        self.data = {"format": FORMAT, "part": name, **header, **settings, "rows": []}
        self.earlier = earlier.get("rows", [])
        same = all(earlier.get(key) == self.data[key]
                   for key in ("quick", "rounds", "columns")) and \
            earlier.get("deforest", {}).get("build") == self.data["deforest"]["build"]
        self.kept = {row["name"]: row for row in self.earlier} if same else {}

    def row(self, name, make):
        """Appends the row of this name: the one that was kept, or what `make` returns."""
        row = self.kept.get(name)
        if row is None:
            row = {"name": name, **make()}
        self.data["rows"].append(row)
        self.finish()

    def finish(self):
        """The file as it is now: what is still to come, or was not asked for, stays in it."""
        done = {each["name"] for each in self.data["rows"]}
        left = [each for each in self.kept.values() if each["name"] not in done]
        whole = {**self.data, "rows": self.data["rows"] + left}
        write(self.path, whole)
        return whole
