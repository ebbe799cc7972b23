/** Playback of a search: the current step, and moving along the steps. Every page uses it. */

const LONGEST = 250; // milliseconds; longer frames count as this, so a page that slept does not jump

/**
 * The state of the playback, kept by the page.
 * @typedef {object} Timeline
 * @property {number} position steps done
 * @property {boolean} atEnd whether the last step is shown
 * @property {boolean} playing
 */

/**
 * What the player reads from a page and reports to it.
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
    /** The position, including the elapsed fraction of a step. */
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

  /** Plays from here, or from the first step if it is at the end. */
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
