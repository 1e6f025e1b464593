// SPDX-License-Identifier: Apache-2.0
//
// The page of `sunder robot path --html`.
import "../viewer/page.css";
import { readData, Viewer } from "../viewer";

const data = readData();
const host = document.createElement("div");
host.className = "viewer";
host.style.height = "100vh";
document.getElementById("page")?.append(host);
const viewer = new Viewer(host);
if (!data) {
  const s = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];
  const t = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
  const box = viewer.addMesh({ positions: new Float64Array(s), indices: new Uint16Array(t) });
  viewer.addBody(box, { name: "a" });
  viewer.addBody(box, { name: "b", role: "hit", pose: [1, 0, 0, 0.7, 0, 1, 0, 0.7, 0, 0, 1, 0.7] });
  const c = viewer.addBody(box, { name: "c", role: "scene", pose: [1, 0, 0, -1.3, 0, 1, 0, 0.7, 0, 0, 1, 0.2] });
  viewer.fade(new Set([0, 1]));
  viewer.fit();
  void c;
}
