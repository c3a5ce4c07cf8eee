"""What keeps people from using a page, found by axe-core, from the npm registry."""

import pathlib
import shutil
import subprocess
import tarfile
import tempfile

AXE = "axe-core@4.10.3"

# What other colours can change.
CONTRAST = "{runOnly: ['color-contrast']}"


def checker(kept):
    """The text of axe-core, which is kept in this directory; None if it cannot be had."""
    file = kept / (AXE.replace("@", "-") + ".js")
    if not file.exists():
        if not shutil.which("npm"):
            return None
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run(["npm", "pack", "--silent", AXE], cwd=directory, timeout=120,
                                  capture_output=True, check=False)
            packed = list(pathlib.Path(directory).glob("*.tgz"))
            if done.returncode != 0 or not packed:
                return None
            with tarfile.open(packed[0]) as archive:
                text = archive.extractfile("package/axe.min.js").read()
        kept.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
    return file.read_text(encoding="utf-8")


def violations(page, text, options="{}"):
    """By rule: the first element that breaks it."""
    page.evaluate(text + ";0")
    return page.evaluate(
        f"axe.run(document, {options}).then((result) => result.violations.map((each) => "
        "`${each.id}: ${each.nodes[0].html} (${each.nodes[0].failureSummary})`))")
