// SPDX-License-Identifier: Apache-2.0
//
// The page of `sunder robot path --html`, which plays the robot along its path, and of `sunder robot check --html`, which
// shows it in configurations: the root element's data- attributes say what
// is shown, for tests.
import { decodeMesh, Player, playerControls, readData, themeButton, Viewer, type Palette, type Rgb, type Role, type Theme } from "../viewer";
import "../viewer/page.css";
import { lengthText, Path, type BodyData, type Edge, type PathData, type Verdict } from "./path";
import { Strip, type StripColors } from "./strip";
import "./style.css";

const kMostListed = 2000;
const kSweep = 60; // moments whose poses the first view shows
const kWords: Record<Verdict, string> = { free: "free", hit: "hit", unresolved: "unresolved", not_examined: "not examined" };

const root = document.documentElement.dataset;
let errors = 0;
root["errors"] = "0";
const count = () => (root["errors"] = String(++errors));
addEventListener("error", count);
addEventListener("unhandledrejection", count);

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

const stripColors = (palette: Palette, dark: boolean): StripColors => ({
  free: dark ? [0.24, 0.65, 0.55] : [0.1, 0.58, 0.46],
  hit: palette.roles.hit,
  unresolved: palette.roles.near,
  unknown: dark ? [0.3, 0.35, 0.42] : [0.72, 0.76, 0.81],
});

class RobotPage {
  private readonly path: Path;
  private readonly viewer: Viewer;
  private readonly player: Player;
  private readonly strip: Strip;
  private readonly overlay;
  private readonly trace;
  private readonly poses: Float64Array;
  private readonly tips: number[];
  private readonly roles: readonly Role[];
  private readonly selected = new Set<number>();
  private readonly rows = new Map<number, HTMLButtonElement>();
  private current = -1;
  private alone = false;
  private theme: Theme = "light";
  private addressed = 0;

  constructor(private readonly data: PathData) {
    this.path = new Path(data);
    this.poses = new Float64Array(12 * data.frames);
    const name = data.robots.join(" and ");
    document.title = `${name}, ${data.path}: Sunder`;
    byId("title").textContent = `${name} ${data.numbers ? "in configurations of" : "along"} ${data.path}`;
    if (data.numbers) (byId("filter").previousElementSibling as HTMLElement).textContent = "Configurations";
    this.viewer = new Viewer(byId("viewer"), { up: "z", ground: true, label: `The robot ${name} and its scene` });
    const meshes = data.meshes.map((mesh) => this.viewer.addMesh(decodeMesh(mesh)));
    this.roles = this.rolesOf(data.bodies);
    data.bodies.forEach((body, b) => {
      this.viewer.addBody(meshes[body.mesh] as number, { name: body.name, role: this.roles[b] as Role, pose: body.pose });
    });
    this.trace = this.viewer.addOverlay();
    this.overlay = this.viewer.addOverlay();
    this.tips = this.movingFrames();
    this.player = new Player(this.path.seconds, this.path.begins);
    byId("player").append(playerControls(this.player, data.numbers ? "configuration" : "edge"));
    this.strip = new Strip(this.path, (time) => {
      this.player.pause();
      this.seek(time);
    });
    byId("strip").append(this.strip.element);
    this.player.onTime = (clock) => this.show(this.path.time(clock));
    const shown = this.player.onState;
    this.player.onState = () => {
      shown();
      root["playing"] = this.player.playing ? "yes" : "no";
      this.address(true);
    };
    this.viewer.onPick = (body) => {
      if (body < 0) this.selected.clear();
      else if (!this.selected.delete(body)) this.selected.add(body);
      this.show(this.time);
    };
    this.viewer.onFit = () => this.fit();
    this.addButtons();
    this.summarise();
    this.listEdges();
    this.explain();
    this.seek(this.firstTime());
    this.chooseView();
    addEventListener("hashchange", () => this.seek(this.firstTime()));
    root["verdict"] = data.edges.some((edge) => edge.verdict === "hit") ? "hit" : data.edges.every((edge) => edge.verdict === "free") ? "free" : "unresolved";
    root["playing"] = "no";
    root["webgl"] = this.viewer.works ? "yes" : "no";
  }

  private get time(): number {
    return this.path.time(this.player.time);
  }

  /** That of the address, else where something is wrong, else the start. */
  private firstTime(): number {
    const given = /[#&]t=([0-9.]+)/.exec(location.hash);
    if (given) return Number(given[1]);
    const wrong = this.data.edges.findIndex((edge) => edge.verdict === "hit");
    return wrong < 0 ? 0 : wrong + (this.data.edges[wrong]?.time?.[1] ?? 0);
  }

  private seek(time: number): void {
    this.player.seek(this.path.clock(Math.min(Math.max(0, time), this.path.edges)));
  }

  /** Links that follow each other have two tones. */
  private rolesOf(bodies: readonly BodyData[]): Role[] {
    const links = [...new Set(bodies.map((body) => body.link))];
    return bodies.map(({ kind, link }) => (kind !== "robot" ? kind : links.indexOf(link) % 2 === 0 ? "body" : "bodyToo"));
  }

  /** Of each robot, the frame that travels farthest; between configurations nothing travels. */
  private movingFrames(): number[] {
    const tips: number[] = [];
    if (this.data.numbers) return tips;
    this.data.robots.forEach((_, robot) => {
      let best = -1;
      let most = 0;
      for (const frame of new Set(this.data.bodies.filter((body) => body.robot === robot).map((body) => body.frame ?? -1))) {
        let way = 0;
        for (let m = 1; m < this.path.count; ++m) {
          const [p, q] = [this.path.place(m - 1, frame), this.path.place(m, frame)];
          way += Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
        }
        if (way > most) [best, most] = [frame, way];
      }
      if (best >= 0) tips.push(best);
    });
    return tips;
  }

  private place(time: number): void {
    this.path.poses(time, this.poses);
    this.data.bodies.forEach((body, b) => {
      if (body.frame === undefined) return;
      this.viewer.setPose(b, product(this.poses, 12 * body.frame, body.pose));
    });
  }

  /** From where most is seen of what moves, and most of all of what meets or is closest. */
  private chooseView(): void {
    const weights = new Map<number, number>();
    this.data.bodies.forEach((body, b) => {
      if (body.frame !== undefined) weights.set(b, 1);
    });
    const moment = this.path.nearest(this.time);
    for (const pair of this.path.meets.get(moment) ?? [this.data.closest[moment] as number]) {
      for (const b of this.data.pairs[pair] ?? []) weights.set(b, this.data.bodies[b]?.frame === undefined ? 1 : 12);
    }
    const points = this.sweep();
    this.place(this.time);
    this.viewer.lookAtBest(points, weights);
    this.fit();
  }

  /** Shows the whole motion, and what of the scene is near its size. */
  private fit(): void {
    this.viewer.fitTo(this.sweep());
    byId("legend").textContent = `Squares of ${lengthText(this.viewer.square)}. Drag to turn, shift and drag to move, scroll to come closer.`;
    this.place(this.time);
  }

  private sweep(): ReturnType<Viewer["cornersOf"]> {
    const moving = this.data.bodies.flatMap((body, b) => (body.frame === undefined ? [] : [b]));
    const points: ReturnType<Viewer["cornersOf"]> = [];
    for (let i = 0; i <= kSweep; ++i) {
      this.place((this.path.edges * i) / kSweep);
      points.push(...this.viewer.cornersOf(moving));
    }
    const size = Math.max(...points.map((p) => p.distanceTo(points[0] as typeof p)));
    this.data.bodies.forEach((body, b) => {
      if (body.frame !== undefined) return;
      const [low, ...others] = this.viewer.cornersOf([b]);
      const high = others[6];
      if (low && high && low.distanceTo(high) < 2.5 * size) points.push(low, ...others);
    });
    return points;
  }

  private addButtons(): void {
    const alone = element("button", "", "Fade others");
    alone.type = "button";
    alone.title = "Fade all but the pair that meets or is closest";
    alone.setAttribute("aria-pressed", "false");
    alone.addEventListener("click", () => {
      this.alone = !this.alone;
      alone.setAttribute("aria-pressed", String(this.alone));
      this.show(this.time);
    });
    const fit = element("button", "", "Fit");
    fit.type = "button";
    fit.title = "Show all (F)";
    fit.addEventListener("click", () => this.fit());
    byId("buttons").append(
      alone,
      fit,
      themeButton((theme) => {
        this.theme = theme;
        this.viewer.setTheme(theme);
        this.strip.setColors(this.viewer.palette, stripColors(this.viewer.palette, theme === "dark"));
        this.drawTrace();
        this.show(this.time);
        this.viewer.drawNow();
      }),
    );
  }

  /** The ways of the tips, coloured as the strip is. */
  private drawTrace(): void {
    this.trace.clear();
    const colors = stripColors(this.viewer.palette, this.theme === "dark");
    for (const tip of this.tips) {
      for (let m = 1; m < this.path.count; ++m) {
        const middle = ((this.path.times[m - 1] as number) + (this.path.times[m] as number)) / 2;
        const number = Math.min(Math.floor(middle), this.path.edges - 1);
        const edge = this.data.edges[number] as Edge;
        const within = middle - number;
        const meets = this.path.meets.has(m) && this.path.meets.has(m - 1);
        const color = meets ? colors.hit : edge.verdict !== "not_examined" && within < (edge.time?.[0] ?? 1) ? colors.free : edge.verdict === "unresolved" ? colors.unresolved : colors.unknown;
        this.trace.segment(this.path.place(m - 1, tip), this.path.place(m, tip), color, { width: 2.5, opacity: 0.9 });
      }
      for (let e = 0; e <= this.path.edges && this.path.edges <= 200; ++e) {
        this.trace.point(this.path.place(this.data.first[e] as number, tip), this.viewer.palette.ink, 5);
      }
    }
  }

  private summarise(): void {
    const line = byId("verdict");
    const { totals } = this.data;
    if (totals) {
      const counts: [number, string, string][] = [[totals.overlapping, "hit", "overlapping"], [totals.touching, "hit", "touching"], [totals.unresolved, "unresolved", "unresolved"], [totals.separated, "free", "free"], [totals.refused, "not_examined", "refused"]];
      line.append(...counts.filter(([n]) => n > 0).map(([n, mark, word]) => element("span", `mark ${mark}`, `${n === totals.configurations && n > 1 ? "all " : ""}${n.toLocaleString("en")} ${word}`)));
      return;
    }
    const all = this.data.edges;
    const number = (verdict: Verdict) => all.filter((edge) => edge.verdict === verdict).length;
    const parts: Node[] = [];
    for (const verdict of ["hit", "unresolved", "free", "not_examined"] as const) {
      const n = number(verdict);
      if (n === 0) continue;
      const every = n === all.length;
      const text = `${every && n > 1 ? "all " : ""}${n} edge${n === 1 ? "" : "s"} ${kWords[verdict]}${verdict === "free" ? ", proven for all times" : ""}`;
      parts.push(element("span", `mark ${verdict}`, text));
    }
    line.append(...parts);
  }

  private listEdges(): void {
    const filter = byId("filter") as HTMLSelectElement;
    const wrong = this.data.edges.filter((edge) => edge.verdict !== "free").length;
    filter.add(new Option(`all ${this.data.edges.length}`, "all"));
    if (wrong > 0 && wrong < this.data.edges.length) filter.add(new Option(`not free: ${wrong}`, "wrong", false, this.data.edges.length > 200));
    const list = () => {
      this.rows.clear();
      const chosen = [...this.data.edges.entries()].filter(([, edge]) => filter.value === "all" || edge.verdict !== "free");
      byId("edges").replaceChildren(...chosen.slice(0, kMostListed).map(([e, edge]) => this.row(e, edge)));
      byId("more").textContent = chosen.length > kMostListed ? `and ${chosen.length - kMostListed} more, which the strip shows` : "";
      this.current = -1;
    };
    filter.addEventListener("change", () => {
      list();
      this.show(this.time);
    });
    list();
  }

  private row(e: number, edge: Edge): HTMLLIElement {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const closest = this.path.closestOn(e);
    let [what, when] = ["", ""];
    let to = e;
    if (this.data.numbers) {
      const [first, ...more] = (edge.verdict === "free" ? undefined : this.path.meets.get(e)) ?? [];
      if (first !== undefined) what = `${this.namesOf(this.data.pairs[first] as [number, number])}${more.length > 0 ? `, and ${more.length} more` : ""}`;
      else if (Number.isFinite(this.path.distances[e])) when = lengthText(this.path.distances[e] as number);
    } else if (edge.names && edge.time) {
      what = `${edge.names[0]} and ${edge.names[1]}`;
      to = e + (edge.verdict === "hit" ? edge.time[1] : edge.time[0]);
      when = edge.verdict === "hit" ? `at ${edge.time[1].toFixed(4)}` : `from ${edge.time[0].toFixed(4)}`;
    } else if (edge.verdict === "free" && Number.isFinite(closest.distance)) {
      const pair = this.data.pairs[this.data.closest[closest.moment] as number];
      what = pair ? `closest: ${this.nameOf(pair[0])} and ${this.nameOf(pair[1])}` : "";
      when = lengthText(closest.distance);
    }
    button.append(element("span", "number", String(this.data.numbers?.[e] ?? e)), element("span", `mark ${edge.verdict}`, this.data.words?.[e] ?? kWords[edge.verdict]), element("span", "when", when), element("span", "what", what));
    button.addEventListener("click", () => {
      this.player.pause();
      this.seek(to);
    });
    item.append(button);
    this.rows.set(e, button);
    return item;
  }

  private namesOf(pair: readonly [number, number]): string {
    return `${this.nameOf(pair[0])} and ${this.nameOf(pair[1])}`;
  }
  private nameOf(body: number): string {
    return this.data.bodies[body]?.name ?? "";
  }

  private explain(): void {
    const { counts, data } = { counts: this.data.counts, data: this.data };
    const skipped = Object.entries(counts.skipped).map(([reason, n]) => `${n} skipped: ${reason}`);
    const drawn = data.numbers?.length ?? 0;
    const said = data.totals
      ? [
        `Each verdict is exact, for the shapes that are checked and the poses that kinematics in doubles gives.${data.margin > 0 ? ` Parts count as meeting within ${lengthText(data.margin)}.` : ""} Unresolved is a cylinder that meets by the prism around it, and not by the one inside.`,
        drawn < data.totals.configurations ? `${drawn.toLocaleString("en")} of ${data.totals.configurations.toLocaleString("en")} configurations are here: the first that are not free, and the first of the others.` : "All configurations of the file are here.",
      ]
      : [
        "Free is proven for all times between two waypoints, the rounding of kinematics included. A hit is proven at its time, and freedom before it. What comes after the first hit of an edge was not examined.",
        `Unresolved is what comes closer than ${lengthText(data.width)} without a decision.${data.margin > 0 ? ` Parts count as meeting within ${lengthText(data.margin)}.` : ""}`,
        `The robot, the striped parts, the curve of distances and the line of the tip are drawn at ${this.path.count} sampled moments, and between them by straight motion. Shapes are those that are checked, to 16 bits of their size.`,
      ];
    const lines = [
      `${counts.examined} of ${counts.total} pairs are examined.${counts.still > 0 ? ` ${counts.still} stand still, apart.` : ""}${counts.same_link > 0 ? ` ${counts.same_link} are of one link.` : ""}${skipped.length > 0 ? ` ${skipped.join("; ")}.` : ""}`,
      ...said,
      `Sunder ${data.version}; ${data.urdf}, ${data.path}. This page makes no request.`,
    ];
    byId("examined").append(...lines.map((line) => element("p", "", line)));
  }

  /** Writes the time into the address, where playing rests. */
  private address(now = false): void {
    clearTimeout(this.addressed);
    if (this.player.playing) return;
    const write = () => {
      const others = location.hash.replace(/^#/, "").split("&").filter((part) => part !== "" && !part.startsWith("t="));
      // A page in a notebook has no address.
      if (location.protocol === "about:") return;
      history.replaceState(null, "", `#${[`t=${Number(this.time.toFixed(4))}`, ...others].join("&")}`);
    };
    if (now) write();
    else this.addressed = window.setTimeout(write, 200);
  }

  private show(time: number): void {
    const { path, data, viewer } = this;
    this.place(time);
    const number = Math.min(Math.floor(time), path.edges - 1);
    const edge = data.edges[number] as Edge;
    const moment = path.nearest(time);
    // What overlaps at the nearest moment, on the same side of where freedom is proven to.
    const proven = edge.verdict !== "not_examined" && time - number < (edge.time?.[0] ?? 1);
    const meeting = proven ? [] : (path.meets.get(moment) ?? []);
    const first = new Set<number>();
    const second = new Set<number>();
    for (const pair of meeting) {
      const [a, b] = data.pairs[pair] as [number, number];
      if (!second.has(a)) first.add(a);
      if (!first.has(b)) second.add(b);
    }
    const closest = data.pairs[data.closest[moment] as number];
    const distance = path.distances[moment] as number;
    const open = edge.verdict === "unresolved" && edge.time && time - number >= edge.time[0] && time - number <= edge.time[1] ? data.pairs[edge.pair as number] : undefined;
    data.bodies.forEach((_, b) => {
      const role = first.has(b) ? "hit" : second.has(b) ? "hitOther" : open?.[0] === b ? "near" : open?.[1] === b ? "nearOther" : (this.roles[b] as Role);
      viewer.setRole(b, role);
    });
    const pair = meeting.length > 0 ? [...first, ...second] : (open ?? closest ?? []);
    viewer.fade(this.alone && pair.length > 0 ? new Set([...pair, ...this.selected]) : undefined);

    const { overlay } = this;
    const { ink, roles } = viewer.palette;
    overlay.clear();
    const witness = meeting.length === 0 ? path.witness(moment) : undefined;
    if (witness && distance < 1) {
      overlay.segment(witness[0], witness[1], ink, { width: 2.5 });
      overlay.point(witness[0], ink, 7);
      overlay.point(witness[1], ink, 7);
      const middle = witness[0].map((x, k) => (x + (witness[1][k] as number)) / 2);
      overlay.label(lengthText(distance), middle, { priority: 1 });
    }
    const named = new Map<number, Rgb | undefined>();
    const red = this.theme === "dark" ? roles.hit : ([0.62, 0.06, 0.14] as Rgb);
    for (const b of first) named.set(b, red);
    for (const b of second) named.set(b, this.theme === "dark" ? roles.hitOther : ([0.54, 0.24, 0.02] as Rgb));
    for (const b of this.selected) if (!named.has(b)) named.set(b, undefined);
    for (const [b, color] of named) overlay.label(this.nameOf(b), viewer.centreOf(b), color ? { color, priority: 2 } : { priority: 2 });
    viewer.draw();

    const words = this.words(time, number, edge, meeting, distance, closest);
    this.strip.show(time, words);
    this.showJoints(time);
    this.mark(number);
    this.address();
    root["time"] = String(Number(time.toFixed(6)));
    root["edge"] = String(number);
    root["hit"] = [...first, ...second].map((b) => this.nameOf(b)).join(" ");
    root["drawn"] = String(Number(root["drawn"] ?? 0) + 1);
  }

  private words(time: number, number: number, edge: Edge, meeting: readonly number[], distance: number, closest?: [number, number]): string {
    const now = byId("now");
    const { numbers, words } = this.data;
    const at = numbers ? `Configuration ${numbers[number]}, ${words?.[number]}` : `Edge ${number} of ${this.path.edges}, time ${(time - number).toFixed(3)}`;
    now.replaceChildren(element("span", "soft", `${at}: `));
    let text = "";
    if (meeting.length > 0) {
      const rest = meeting.length > 1 ? `, and ${meeting.length - 1} more pair${meeting.length > 2 ? "s" : ""}` : "";
      text = `${this.namesOf(this.data.pairs[meeting[0] as number] as [number, number])} ${words?.[number] === "touching" ? "touch" : numbers && words?.[number] === "unresolved" ? "may meet" : "overlap"}${rest}`;
      now.append(element("strong", "mark hit", text));
    } else {
      text = closest && Number.isFinite(distance) ? `${lengthText(distance)} between ${this.namesOf(closest)}` : "nothing is near";
      now.append(text);
      const behind = edge.time !== undefined && time - number > edge.time[1] && edge.verdict === "hit";
      if (behind) now.append(element("span", "soft", " (after the first hit: sampled, not proven)"));
    }
    return `${at}: ${text}`;
  }

  private showJoints(time: number): void {
    const body = byId("values");
    const { variables, slides } = this.data;
    if (body.childElementCount === 0) {
      body.append(
        ...variables.map((name) => {
          const row = document.createElement("tr");
          const head = element("th", "", name);
          head.scope = "row";
          row.append(head, element("td", "", ""), element("td", "soft", ""));
          return row;
        }),
      );
    }
    this.path.configuration(time).forEach((value, v) => {
      const cells = (body.children[v] as HTMLElement).querySelectorAll("td");
      (cells[0] as HTMLElement).textContent = slides[v] ? lengthText(value) : `${value.toFixed(4)} rad`;
      (cells[1] as HTMLElement).textContent = slides[v] ? "" : `${((value * 180) / Math.PI).toFixed(1)}°`;
    });
  }

  private mark(number: number): void {
    if (number === this.current) return;
    this.rows.get(this.current)?.removeAttribute("aria-current");
    this.current = number;
    const row = this.rows.get(number);
    if (!row) return;
    row.setAttribute("aria-current", "true");
    const list = byId("edges");
    const [top, bottom] = [row.offsetTop - list.offsetTop, row.offsetTop - list.offsetTop + row.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }
}

/** The product of poses, row-major 3x4. */
function product(a: ArrayLike<number>, at: number, b: ArrayLike<number>): number[] {
  const out: number[] = [];
  for (let r = 0; r < 3; ++r) {
    for (let c = 0; c < 4; ++c) {
      let sum = c === 3 ? (a[at + 4 * r + 3] as number) : 0;
      for (let k = 0; k < 3; ++k) sum += (a[at + 4 * r + k] as number) * (b[4 * k + c] as number);
      out.push(sum);
    }
  }
  return out;
}

const data = readData<PathData>();
if (data) new RobotPage(data);
else document.body.replaceChildren(element("p", "empty", "This page has no data: sunder robot path --html writes it."));
root["ready"] = "yes";
