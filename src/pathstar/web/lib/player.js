/** Playing a search: where among its steps one is, and moving along them. Every page plays by this. */

const LONGEST = 250; // milliseconds of a frame that count, so that a page that slept does not leap

/**
 * Where a page keeps what is played.
 * @typedef {object} Timeline
 * @property {number} position steps done
 * @property {boolean} atEnd whether the last step is shown
 * @property {boolean} playing
 */

/**
 * What a page says of it, and what it is told.
 * @typedef {object} Page
 * @property {() => number} steps how many there are
 * @property {() => number} pace steps a second
 * @property {(what: "position"|"playing") => void} changed
 */

export class Player {
  /** @param {Timeline} timeline @param {Page} page */
  constructor(timeline, page) {
    this.timeline = timeline;
    this.page = page;
    this.before = 0;
    /** The position, with the part of a step that has gone by. */
    this.due = 0;
  }

  /** Goes to a step. @param {number} position */
  goTo(position) {
    const { timeline, page } = this;
    const held = Math.max(0, Math.min(page.steps(), Math.round(position)));
    timeline.atEnd = held === page.steps();
    if (held === timeline.position) return;
    timeline.position = held;
    page.changed("position");
  }

  /** Pauses, and goes to a step. @param {number} position */
  jump(position) {
    this.pause();
    this.goTo(position);
  }

  /** Steps forward or back, and pauses. @param {number} by */
  step(by) {
    this.jump(this.timeline.position + by);
  }

  pause() {
    if (!this.timeline.playing) return;
    this.timeline.playing = false;
    this.page.changed("playing");
  }

  /** Runs from here, or from the first step if all is over. */
  play() {
    const { timeline, page } = this;
    if (!page.steps()) return;
    if (timeline.position >= page.steps()) this.goTo(0);
    timeline.playing = true;
    timeline.atEnd = false;
    this.due = timeline.position;
    this.before = performance.now();
    page.changed("playing");
    requestAnimationFrame((now) => this.tick(now));
  }

  toggle() {
    if (this.timeline.playing) this.pause();
    else this.play();
  }

  /** @param {number} now */
  tick(now) {
    const { timeline, page } = this;
    if (!timeline.playing) return;
    this.due += (Math.max(0, Math.min(LONGEST, now - this.before)) / 1000) * page.pace();
    this.before = now;
    if (Math.floor(this.due) > timeline.position) this.goTo(Math.floor(this.due));
    if (timeline.position >= page.steps()) this.pause();
    else requestAnimationFrame((later) => this.tick(later));
  }
}
