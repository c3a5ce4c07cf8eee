"""How far it has come: on a terminal a line that changes, with the time that is left; elsewhere a
plain line for each step."""

import sys
import time


class Progress:
    def __init__(self, total, stream=sys.stderr):
        self.total, self.stream = total, stream
        self.done = 0
        self.start = time.monotonic()

    def left(self):
        if self.done == 0:
            return ""
        seconds = (time.monotonic() - self.start) / self.done * (self.total - self.done)
        return f", {seconds:.0f} s left" if seconds < 120 else f", {seconds / 60:.0f} min left"

    def note(self, line):
        """Says something else."""
        if self.stream.isatty():
            self.stream.write(f"\r{line}\x1b[K")
        else:
            self.stream.write(line + "\n")
        self.stream.flush()

    def step(self, what):
        """Begins something."""
        self.note(f"[{self.done + 1}/{self.total}] {what}{self.left()}")
        self.done += 1

    def end(self):
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
