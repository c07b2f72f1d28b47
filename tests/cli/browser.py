"""A headless Chromium, spoken to by its debugging protocol: a real pointer on a real page."""
from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0"]


def installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """An open page."""

    def __init__(self, connection: Any):
        self.connection, self.number = connection, 0

    async def send(self, method: str, **parameters: Any) -> Any:
        self.number += 1
        await self.connection.write_message(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(await self.connection.read_message())
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    async def value(self, script: str) -> Any:
        """What a script gives."""
        found = await self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def point(self, selector: str) -> None:
        """Move the pointer onto an element."""
        x, y = await self.value(f"(r => [r.left + 60, r.top + r.height / 2])"
                                f"(document.querySelector({selector!r}).getBoundingClientRect())")
        await self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        await asyncio.sleep(0.7)                # scrolling is smooth

    async def key(self, name: str) -> None:
        """Press a key and let it go."""
        code = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}[name]
        for kind in ("rawKeyDown", "keyUp"):
            await self.send("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code)

    async def screenshot(self, path: pathlib.Path) -> None:
        found = await self.send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(found["data"]))


@contextlib.asynccontextmanager
async def opened(file: pathlib.Path, width: int = 1500, height: int = 950) -> AsyncIterator[Page]:
    """The file in a browser of this size."""
    from tornado.websocket import websocket_connect
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        size = f"--window-size={width},{height}"
        command = [installed(), *QUIET, f"--user-data-dir={profile}", size, file.as_uri()]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            address = page_address(pathlib.Path(profile, "DevToolsActivePort"))
            page = Page(await websocket_connect(address, max_message_size=1 << 26))
            while not await page.value("location.protocol == 'file:' && document.readyState == 'complete'"):
                await asyncio.sleep(0.05)
            yield page
        finally:
            process.terminate()
            process.wait(20)


def page_address(port_file: pathlib.Path) -> str:
    """The address of the page's debugger, once there is one."""
    for _ in range(400):
        if port_file.is_file() and port_file.read_text().strip():
            port = port_file.read_text().split()[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [p for p in json.load(answer) if p["type"] == "page" and p["url"].startswith("file:")]
            if pages:
                return pages[0]["webSocketDebuggerUrl"]
        time.sleep(0.05)
    raise AssertionError("the browser did not start")
