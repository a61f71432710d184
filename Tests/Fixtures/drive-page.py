#!/usr/bin/env python3
"""Opens a page in a headless Chromium as a person would and prints, as JSON, what it showed.

    drive-page.py CHROMIUM PAGE [SCREENSHOT-PREFIX]

Talks the DevTools protocol over a pipe, so it needs nothing but Python. With a prefix it also writes PREFIX-1280.png and
PREFIX-390.png.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

program, page = sys.argv[1:3]
prefix = sys.argv[3] if len(sys.argv) > 3 else None


class Browser:
    def __init__(self):
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

        def descriptors():
            # The protocol's descriptors are 3 and 4.
            a, b = os.dup(to_read), os.dup(from_write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--force-color-profile=srgb", f"--user-data-dir={self.folder.name}", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.number, self.session, self.rest, self.events = 0, None, b"", []

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self):
        while b"\0" not in self.rest:
            more = os.read(self.from_read, 1 << 20)
            if not more:
                raise SystemExit("the browser went away")
            self.rest += more
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, name, text=None):
        for kind in ("keyDown", "keyUp"):
            extra = {"text": text} if text and kind == "keyDown" else {}
            code = {"Escape": 27, "Enter": 13, "ArrowRight": 39, "ArrowDown": 40}[name]
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **extra)

    def screenshot(self, width, height, path):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        data = self.call("Page.captureScreenshot", captureBeyondViewport=False)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


browser = Browser()
target = browser.call("Target.createTarget", url="about:blank")["targetId"]
browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
for domain in ("Page", "Runtime", "Network", "Log"):
    browser.call(f"{domain}.enable")
browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
browser.call("Page.navigate", url="file://" + os.path.abspath(page))
browser.wait("Page.loadEventFired")
# Two frames later the first is on the screen.
browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

seen = {}
seen["title"] = browser.value("document.title")
seen["cells"] = browser.value("document.querySelectorAll('td[data-cell]').length")
seen["firstPaintMilliseconds"] = round(browser.value("""new Promise(done => new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') done(entry.startTime);
}).observe({ type: 'paint', buffered: true }))"""))
seen["count"] = browser.value("document.getElementById('count').textContent")

timed = """(() => { const start = performance.now(); const field = document.getElementById('%s'); field.value = %s;
  field.dispatchEvent(new Event('input', { bubbles: true })); document.body.offsetHeight; return Math.round(performance.now() - start); })()"""
rows = "[...document.querySelectorAll('tbody tr[data-text]')].filter(row => !row.hidden).length"
first_text = json.dumps(browser.value("document.querySelector('tbody tr[data-text]').dataset.text"))
seen["rows"] = browser.value(rows)
seen["filterMilliseconds"] = browser.value(timed % ("find", first_text))
seen["rowsFound"] = browser.value(rows)
browser.value(timed % ("find", "'nothing is called this'"))
seen["rowsNotFound"] = browser.value(rows)
browser.value(timed % ("find", "''"))
seen["filterWorseMilliseconds"] = browser.value(timed % ("show", "'s-worse'"))
seen["rowsWorse"] = browser.value(rows)
seen["rowsWithWorse"] = browser.value("[...document.querySelectorAll('tbody tr[data-text]')].filter(row => row.querySelector('.s-worse')).length")
browser.value(timed % ("show", "''"))

# By keys alone: into the matrix, one to the right, one down, open, close.
browser.value("document.querySelector('td[tabindex=\"0\"]').focus()")
start = browser.value("[document.activeElement.cellIndex, document.activeElement.parentNode.rowIndex]")
browser.key("ArrowRight")
browser.key("ArrowDown")
end = browser.value("[document.activeElement.cellIndex, document.activeElement.parentNode.rowIndex]")
seen["moved"] = [end[0] - start[0], end[1] - start[1]]
browser.key("Enter", "\r")
seen["opened"] = browser.value("document.getElementById('detail').open")
seen["detail"] = browser.value("document.getElementById('detail-body').innerText.slice(0, 2000)")
browser.key("Escape")
seen["closed"] = not browser.value("document.getElementById('detail').open")
seen["focusIsBack"] = browser.value("document.activeElement.matches('td[data-cell]')")

# What a screen reader is told of a cell, and whether anything has no name.
seen["labels"] = browser.value("document.querySelector('td[data-cell]').getAttribute('aria-label')")
seen["unnamed"] = browser.value("""[...document.querySelectorAll('button, input, select, svg[role=img], dialog, table')]
  .filter(node => !(node.getAttribute('aria-label') || node.getAttribute('aria-labelledby') || node.labels?.length || node.textContent.trim())).length""")
browser.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
seen["overflowAt390"] = browser.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")
seen["darkPaper"] = None
browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
seen["darkPaper"] = browser.value("getComputedStyle(document.body).backgroundColor")
browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
seen["lightPaper"] = browser.value("getComputedStyle(document.body).backgroundColor")
seen["requests"] = [event["params"]["request"]["url"] for event in browser.events
                    if event.get("method") == "Network.requestWillBeSent" and not event["params"]["request"]["url"].startswith("file://")]
seen["errors"] = [json.dumps(event["params"])[:300] for event in browser.events
                  if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
if prefix:
    browser.value("document.activeElement.blur(); document.querySelector('td[data-cell]').tabIndex = -1; scrollTo(0, 0)")
    height = min(6000, browser.value("document.documentElement.scrollHeight"))
    browser.screenshot(390, height, prefix + "-390.png")
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
    height = min(4000, browser.value("document.documentElement.scrollHeight"))
    browser.screenshot(1280, height, prefix + "-1280.png")
browser.process.kill()
print(json.dumps(seen, indent=1, ensure_ascii=False))
