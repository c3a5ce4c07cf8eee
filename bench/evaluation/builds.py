"""Executables that are timed, kept by what they are made of: what was interrupted, and what several tables
need, is built once."""

import hashlib
import json
import pathlib
import shutil
import threading

from evaluation import store


class Builds:
    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.lock = threading.Lock()
        self.being_made = {}
        self.compilers = store.compilers()

    def get(self, parts, make):
        """The executable `main` that `make` leaves in the empty directory that it is given; what it makes
        depends on `parts` and the compilers alone. From any thread."""
        key = hashlib.sha256(json.dumps([parts, self.compilers]).encode()).hexdigest()[:20]
        place = self.directory / key
        with self.lock:
            mine = self.being_made.setdefault(key, threading.Lock())
        with mine:
            if not place.exists():
                unfinished = self.directory / f"{key}.new"
                shutil.rmtree(unfinished, ignore_errors=True)
                unfinished.mkdir(parents=True)
                make(unfinished)
                for path in unfinished.iterdir():
                    if path.name != "main":
                        shutil.rmtree(path) if path.is_dir() else path.unlink()
                unfinished.rename(place)
        return place / "main"
