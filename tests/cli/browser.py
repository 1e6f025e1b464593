# SPDX-License-Identifier: Apache-2.0
"""A headless browser for the tests of pages. SUNDER_BROWSER names one; a test that finds none ends with status 77."""

import html.parser
import os
import shutil
import subprocess
import sys
import unittest

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"]
BROWSER = os.environ.get("SUNDER_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


# What flags take the picture away, and a script that counts what is seen of a picture: shares of bluish, orange and purple pixels.
NO_WEBGL = ["--disable-3d-apis"]
SEEN = """
const seen = (canvas) => {
  const flat = document.createElement("canvas");
  [flat.width, flat.height] = [canvas.width, canvas.height];
  const pen = flat.getContext("2d");
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(0, 0, flat.width, flat.height), share = { blue: 0, orange: 0, purple: 0 }, one = 4 / data.length;
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = data.subarray(i, i + 3);
    if (r > b + 40) share.orange += one;
    else if (b > r + 40 && g > r) share.blue += one;
    else if (b > g + 25) share.purple += one;
  }
  return share;
};
"""


class Root(html.parser.HTMLParser):
    """The data- attributes of the root element, and every address that the page would fetch (a link is followed by people alone)."""

    def __init__(self, text):
        super().__init__()
        self.data, self.fetched = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if tag == "html" and name.startswith("data-"):
                self.data[name[5:]] = value
            if tag != "a" and name in ("src", "href") and value and not value.startswith("data:"):
                self.fetched.append(value)


def opened(page, folder, fragment="", size="1280,900", milliseconds=4000, timeout=120, flags=()):
    """The page's root after so much of its own time, and what it wrote to the console. The page is trusted: there is no
    sandbox, so that a container's root can run it. Software draws."""
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=" + size, *flags,
         "--enable-logging=stderr", "--user-data-dir=%s" % (folder / "profile"), "--virtual-time-budget=%d" % milliseconds,
         "--dump-dom", "%s#%s" % (page.as_uri(), fragment)],
        capture_output=True, timeout=timeout, env={**os.environ, "HOME": str(folder)})
    spoken = [line for line in done.stderr.decode().splitlines() if "CONSOLE" in line and "GPU stall" not in line]
    return Root(done.stdout.decode()), spoken


def main():
    """Runs the tests of a file, if there is a browser."""
    if BROWSER is None:
        print("SKIPPED: no browser; looked for %s (or set SUNDER_BROWSER)" % ", ".join(NAMES))
        sys.exit(77)
    unittest.main()
