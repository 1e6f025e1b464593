// SPDX-License-Identifier: Apache-2.0
//
// What is written of each algorithm: the paragraphs of its page in docs/algorithms, put into this page when it is packed.
export interface Note {
  /** the words in bold that the paragraph begins with */
  head: string;
  text: string;
}

export class Notes {
  /** `pages`: the folder of the algorithms' pages beside this one; empty where there are none. */
  constructor(private readonly notes: Readonly<Record<string, readonly Note[]>>, private readonly pages: string) {}

  about(algorithm: string): DocumentFragment {
    const made = document.createDocumentFragment();
    const notes = this.notes[algorithm];
    if (!notes) return made;
    const title = document.createElement("h3");
    title.textContent = `About ${algorithm}`;
    made.append(title);
    for (const { head, text } of notes) {
      const paragraph = document.createElement("p");
      const strong = document.createElement("strong");
      strong.textContent = `${head} `;
      paragraph.append(strong, text);
      made.append(paragraph);
    }
    if (this.pages) {
      const link = document.createElement("a");
      Object.assign(link, { href: `${this.pages}${algorithm}.html`, target: "_blank", rel: "noopener", textContent: `The whole page about ${algorithm}` });
      made.append(link);
    }
    return made;
  }
}
