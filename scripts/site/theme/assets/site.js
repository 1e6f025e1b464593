// SPDX-License-Identifier: Apache-2.0
//
// What the theme leaves to readers without a pointer or a screen, on every page; and the page of benchmarks: what a dot stands for,
// libraries in and out, columns that sort.
(() => {
  // The theme makes these while a page is read.
  let buttons = 0;
  const mend = () => {
    for (const buttonsOfCode of document.querySelectorAll("nav.md-code__nav:not([aria-label])")) buttonsOfCode.setAttribute("aria-label", `Buttons of code ${++buttons}`);
    for (const wide of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) wide.tabIndex = 0;
  };
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();

(() => {
  const said = document.createElement("div");
  said.className = "said";
  said.hidden = true;
  const hide = () => { said.hidden = true; };
  const kNear = 8; // dots that lie on each other speak together
  const placeOf = (dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))];
  const show = (dot, x, y) => {
    const [cx, cy] = placeOf(dot);
    const near = [...dot.ownerSVGElement.querySelectorAll("circle[aria-label]:not(.out)")].filter((other) => {
      const [ox, oy] = placeOf(other);
      return Math.hypot(ox - cx, oy - cy) <= kNear;
    });
    near.sort((a, b) => placeOf(a)[0] - placeOf(b)[0]);
    said.replaceChildren(...near.map((other) => Object.assign(document.createElement("div"), { textContent: other.getAttribute("aria-label") })));
    said.hidden = false;
    const box = said.getBoundingClientRect();
    said.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - box.width - 8))}px`;
    said.style.top = `${y + 18 + box.height > innerHeight ? y - box.height - 12 : y + 18}px`;
  };

  for (const plot of document.querySelectorAll("figure.plot")) {
    if (!said.isConnected) document.body.append(said);
    // The words of a dot move from its own tooltip, which comes late and not on phones, into ours.
    for (const dot of plot.querySelectorAll("circle")) {
      const title = dot.querySelector("title");
      if (!title) continue;
      dot.setAttribute("role", "img");
      dot.setAttribute("aria-label", title.textContent);
      title.remove();
      dot.addEventListener("pointermove", (event) => show(dot, event.clientX, event.clientY));
      dot.addEventListener("pointerdown", (event) => show(dot, event.clientX, event.clientY));
      dot.addEventListener("pointerleave", hide);
    }
    addLibraries(plot);
  }

  function addLibraries(plot) {
    const colours = new Map(), names = new Map();
    for (const dot of plot.querySelectorAll("circle[data-who]")) {
      colours.set(dot.dataset.who, dot.getAttribute("stroke"));
      const label = dot.getAttribute("aria-label");
      if (label) names.set(dot.dataset.who, label.split(",")[0]);
    }
    if (colours.size < 2) return;
    const keys = document.createElement("div");
    keys.className = "plot-keys";
    keys.setAttribute("role", "group");
    keys.setAttribute("aria-label", "Libraries of this plot");
    for (const [who, colour] of [...colours].sort(([a], [b]) => (b === "sunder") - (a === "sunder") || a.localeCompare(b))) {
      const key = document.createElement("button");
      key.type = "button";
      key.textContent = names.get(who) ?? who;
      key.style.setProperty("--of", colour);
      key.setAttribute("aria-pressed", "true");
      key.addEventListener("click", () => {
        const out = key.getAttribute("aria-pressed") === "true";
        key.setAttribute("aria-pressed", String(!out));
        for (const mark of plot.querySelectorAll(`svg [data-who="${who}"]`)) mark.classList.toggle("out", out);
      });
      keys.append(key);
    }
    plot.prepend(keys);
  }

  for (const head of document.querySelectorAll("table.figures .sorts")) {
    head.addEventListener("click", () => {
      const column = head.closest("th"), body = column.closest("table").tBodies[0];
      const rises = column.getAttribute("aria-sort") !== "ascending";
      for (const other of column.parentElement.cells) other.removeAttribute("aria-sort");
      column.setAttribute("aria-sort", rises ? "ascending" : "descending");
      const value = (row) => Number(row.cells[column.cellIndex].dataset.ns ?? (rises ? Infinity : -Infinity));
      body.append(...[...body.rows].sort((a, b) => (rises ? 1 : -1) * (value(a) - value(b))));
    });
  }
})();
