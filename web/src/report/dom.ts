// SPDX-License-Identifier: Apache-2.0
//
// Elements from names, attributes and children. Texts become text, never markup.

export type Child = Node | string | undefined | false;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name, attributes: Record<string, string | true | undefined | false> = {}, ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return made;
}

export function button(text: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}
