"""A browser without a window, driven through a pipe by the DevTools protocol: Debian's chromium.

    with Browser() as browser:
        page = browser.open(path)
        page.evaluate("document.title")
        page.press("ArrowRight")
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")

# Windows' numbers of keys that are not letters.
CODES = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9, "Enter": 13,
         "Home": 36, "End": 35, " ": 32}


def find():
    """The program; None: there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self, seconds=60):
        self.seconds = seconds

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        reads, self.write = os.pipe()
        self.read, writes = os.pipe()
        # The protocol goes over the file descriptors 3 and 4, which a shell can set.
        words = [find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--no-first-run", "--disable-extensions", "--disable-background-networking",
                 "--disable-dev-shm-usage", f"--user-data-dir={self.profile.name}",
                 "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{reads} 4>&{writes}', "sh", *words],
            pass_fds=(reads, writes), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self.rest = b""
        self.number = 0
        self.events = []
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write)
        os.close(self.read)
        self.profile.cleanup()

    def message(self, until):
        """The next message of the browser."""
        while b"\0" not in self.rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.read], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.read, 1 << 20)
            if not data:
                raise RuntimeError("the browser has ended")
            self.rest += data
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        """What a command of the protocol answers; events on the way are kept."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data):]
        until = time.monotonic() + self.seconds
        while True:
            message = self.message(until)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def open(self, path, fragment="", width=1200, height=900, **media):
        """A page with a file, loaded."""
        address = pathlib.Path(path).resolve().as_uri() + (f"#{fragment}" if fragment else "")
        return Page(self, address, width, height, media)


class Page:
    def __init__(self, browser, address, width, height, media):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.emulate(**media)
        self.call("Page.navigate", url=address)
        until = time.monotonic() + browser.seconds
        while not self.seen("Page.loadEventFired"):
            browser.events.append(browser.message(until))

    def close(self):
        """Gives back what it takes; also if that was done already."""
        if self.target:
            self.browser.call("Target.closeTarget", targetId=self.target)
        self.target = None

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def emulate(self, scheme=None, media=""):
        features = [{"name": "prefers-color-scheme", "value": scheme}] if scheme else []
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def seen(self, method):
        return [event["params"] for event in self.browser.events
                if event.get("sessionId") == self.session and event.get("method") == method]

    def problems(self):
        """What the page has complained of: exceptions, and errors on its console."""
        found = [each["exceptionDetails"].get("exception", each["exceptionDetails"]).get("description", "?")
                 for each in self.seen("Runtime.exceptionThrown")]
        found += [str([word.get("value") for word in each["args"]])
                  for each in self.seen("Runtime.consoleAPICalled") if each["type"] in ("error", "warning")]
        found += [each["entry"]["text"] for each in self.seen("Log.entryAdded")
                  if each["entry"]["level"] in ("error", "warning")]
        return found

    def requests(self):
        """The addresses that the page has asked for."""
        return [each["request"]["url"] for each in self.seen("Network.requestWillBeSent")]

    def evaluate(self, expression):
        """The value of an expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "?"))
        return answer["result"].get("value")

    def press(self, key, times=1):
        """As from a keyboard, to whatever has the focus."""
        text = {"Enter": "\r", " ": " "}.get(key)
        for _ in range(times):
            for kind in ("keyDown", "keyUp"):
                extra = {"text": text} if text and kind == "keyDown" else {}
                self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                          windowsVirtualKeyCode=CODES.get(key, 0), **extra)

    def picture(self, path, whole=False):
        """What is seen, as a PNG; or all of the page."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def paper(self, path):
        """What is printed, as a PDF."""
        data = self.call("Page.printToPDF", printBackground=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))
