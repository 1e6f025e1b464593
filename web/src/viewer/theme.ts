// SPDX-License-Identifier: Apache-2.0
//
// Light and dark: as the system has it, until a button chooses. Printed pages are light.

export type Theme = "light" | "dark";

/** Applies the theme to the page, calls `changed` with it now and later, and returns the button. `#dark` and `#light` in
 *  the address choose too. */
export function themeButton(changed: (theme: Theme) => void): HTMLButtonElement {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "theme";
  let chosen = /[#&](dark|light)\b/.exec(location.hash)?.[1] as Theme | undefined;
  const apply = (theme: Theme) => {
    document.documentElement.dataset["theme"] = theme;
    const other = theme === "dark" ? "light" : "dark";
    button.setAttribute("aria-label", `Switch to ${other} colours`);
    button.title = `Switch to ${other} colours`;
    button.innerHTML =
      theme === "dark"
        ? '<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="4"/><path d="M10 1v3M10 16v3M1 10h3M16 10h3M3.6 3.6l2.1 2.1M14.3 14.3l2.1 2.1M3.6 16.4l2.1-2.1M14.3 5.7l2.1-2.1" stroke="currentColor" stroke-width="1.6"/></svg>'
        : '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M16.5 12.8A7.2 7.2 0 0 1 7.2 3.5a7.2 7.2 0 1 0 9.3 9.3z"/></svg>';
    changed(theme);
  };
  const now = (): Theme => chosen ?? (system.matches ? "dark" : "light");
  button.addEventListener("click", () => {
    chosen = now() === "dark" ? "light" : "dark";
    apply(chosen);
  });
  system.addEventListener("change", () => apply(now()));
  addEventListener("beforeprint", () => apply("light"));
  addEventListener("afterprint", () => apply(now()));
  apply(now());
  return button;
}
