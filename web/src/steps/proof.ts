// SPDX-License-Identifier: Apache-2.0
//
// How the answer was proven: the stages that it climbed, the certificate in words, and its check in this page.
import type { SearchTrace } from "./trace";
import { directionWords, pairsWords } from "./words";

const kStages = [
  ["hint", "the last answer's certificate, proven anew"],
  ["bounds", "balls, boxes or the line of the centres"],
  ["filter", "doubles with a proven bound of their error"],
  ["expansion", "sums without error"],
  ["integer", "integers of any size"],
  ["lp", "exact pivoting"],
] as const;

function element(tag: string, text: string, look = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (look) made.className = look;
  return made;
}

/** The ladder of stages: which one decided, and which were tried before it. */
export function ladder(stage: string): HTMLElement {
  const list = document.createElement("ol");
  list.className = "ladder";
  const at = kStages.findIndex(([name]) => name === stage);
  kStages.forEach(([name, does], i) => {
    if (name === "hint" && stage !== "hint") return;
    const state = i === at ? "decided" : i < at ? "could not decide, or was not asked" : "not needed";
    const item = element("li", "", i === at ? "decided" : i < at ? "passed" : "unused");
    item.append(element("strong", name), element("span", does), element("em", state));
    list.append(item);
  });
  return list;
}

/** The certificate in words: what anyone can check. */
export function certificateWords(trace: SearchTrace): string {
  const proof = trace.answer.certificate;
  if (!proof) return "There is no certificate: a body is empty.";
  const direction = proof.direction ? directionWords(proof.direction.map(Number)) : "";
  if (!proof.pairs?.length) return `Every point of b lies farther along ${direction} than every point of a.`;
  const pairs = pairsWords(proof.pairs);
  if (proof.direction) return `0 lies in the hull of the differences ${pairs}, and no point of a gets past b along ${direction}.`;
  return `0 lies inside the hull of the differences ${pairs}.`;
}
