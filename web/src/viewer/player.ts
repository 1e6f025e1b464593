// SPDX-License-Identifier: Apache-2.0
//
// A clock from 0 to a length that plays, stops, steps and is scrubbed, and the controls of it. A page calls
// playerControls() once, and listens to onTime.

/** The clock alone. */
export class Player {
  /** Called with every new time. */
  onTime: (time: number) => void = () => {};
  /** Called where playing begins or ends, or the speed changes. */
  onState: () => void = () => {};
  /** Whether it begins anew after its end. */
  repeats = false;
  private at = 0;
  private frame = 0;
  private rate = 1;

  /** `length` in seconds at speed 1; `stops`: where steps end, ascending, from 0 to `length`. */
  constructor(public length: number, public stops: readonly number[]) {}

  /** Another length, at a time of it. */
  reset(length: number, stops: readonly number[], time: number): void {
    [this.length, this.stops] = [length, stops];
    this.seek(time);
  }

  get time(): number {
    return this.at;
  }
  get playing(): boolean {
    return this.frame !== 0;
  }
  get speed(): number {
    return this.rate;
  }
  set speed(value: number) {
    this.rate = value;
    this.onState();
  }

  seek(time: number): void {
    this.at = Math.min(Math.max(time, 0), this.length);
    this.onTime(this.at);
  }

  play(): void {
    if (this.playing) return;
    if (this.at >= this.length) this.seek(0);
    let before: number | undefined;
    const tick = (now: number) => {
      const passed = before === undefined ? 0 : Math.min(0.25, (now - before) / 1000);
      before = now;
      this.frame = requestAnimationFrame(tick);
      this.seek(this.at + passed * this.rate);
      if (this.at < this.length) return;
      if (this.repeats) this.at = 0;
      else this.pause();
    };
    this.frame = requestAnimationFrame(tick);
    this.onState();
  }

  pause(): void {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.onState();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** To the next stop, or the one before. */
  step(forward: boolean): void {
    this.pause();
    const near = 1e-6 * this.length;
    const next = forward ? this.stops.find((stop) => stop > this.at + near) : this.stops.filter((stop) => stop < this.at - near).pop();
    this.seek(next ?? (forward ? this.length : 0));
  }
}

const kIcons = {
  play: "M5 3l12 7-12 7z",
  pause: "M4 3h4v14H4zM12 3h4v14h-4z",
  back: "M4 3h2.5v14H4zM17 3v14L7.5 10z",
  next: "M3 3l9.5 7L3 17zM13.5 3H16v14h-2.5z",
};

function icon(name: keyof typeof kIcons): string {
  return `<svg viewBox="0 0 20 20" aria-hidden="true"><path d="${kIcons[name]}"/></svg>`;
}

function button(name: keyof typeof kIcons, label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.innerHTML = icon(name);
  element.setAttribute("aria-label", label);
  element.title = label;
  element.addEventListener("click", act);
  return element;
}

/** The buttons of a player: a step back, play, a step on, the speed. Keys of the page: space plays, comma and dot or
 *  left and right step, Home and End go to the ends, unless a field has the focus. */
export function playerControls(player: Player, unit: string): HTMLElement {
  const bar = document.createElement("div");
  bar.className = "player";
  const play = button("play", "Play", () => player.toggle());
  play.classList.add("main");
  const speed = document.createElement("select");
  speed.setAttribute("aria-label", "Speed");
  for (const value of [0.1, 0.25, 0.5, 1, 2, 4]) speed.add(new Option(`${value}×`, String(value), value === 1, value === 1));
  speed.addEventListener("change", () => (player.speed = Number(speed.value)));
  bar.append(
    button("back", `Back to the start of the ${unit}`, () => player.step(false)),
    play,
    button("next", `On to the next ${unit}`, () => player.step(true)),
    speed,
  );
  player.onState = () => {
    play.innerHTML = icon(player.playing ? "pause" : "play");
    play.setAttribute("aria-label", player.playing ? "Pause" : "Play");
    play.title = player.playing ? "Pause (space)" : "Play (space)";
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("select, input, textarea")) return;
    const onButton = target.closest("button, summary, [role=slider]") !== null;
    if (event.key === " " && !onButton) player.toggle();
    else if (event.key === "," || event.key === "ArrowLeft") player.step(false);
    else if (event.key === "." || event.key === "ArrowRight") player.step(true);
    else if (event.key === "Home") player.seek(0);
    else if (event.key === "End") player.seek(player.length);
    else return;
    event.preventDefault();
  });
  return bar;
}
