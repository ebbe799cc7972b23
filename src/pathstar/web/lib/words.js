/**
 * Fills in messages like `pathstar/words/catalogues.py`, which describes catalogues. The same vectors test
 * both.
 */

/**
 * The value of a placeholder: a number, a text that is the same in all languages, a message or a list.
 * @typedef {number|string|Say|Value[]} Value
 * @typedef {{say: string, with?: Values}} Say a message by its key, and its values
 * @typedef {{[name: string]: Value}} Values
 * @typedef {keyof typeof import("../../words/en.json")["messages"]} Key of a literal message
 * @typedef {string|{by: string, [option: string]: Message}} Message a text with placeholders, or a choice
 * @typedef {{name: string, plural: Record<string, string>, messages: Record<string, Message>}} Content of a catalogue
 */

const PLACEHOLDER = /\{([a-z_]+)(?::([a-z_]+))?\}/g;
const IDEOGRAPH = /^[\u3400-\u9fff]/;
const CONDITION = /^n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;

/** The messages of one language. */
export class Catalogue {
  /** @param {string} language its code @param {Content} content */
  constructor(language, content) {
    this.language = language;
    this.plural = content.plural;
    this.messages = content.messages;
  }

  /** @param {string} key of a message @param {Values} [values] @returns {string} the message, filled in */
  say(key, values = {}) {
    if (!(key in this.messages)) throw new Error(`there is no message ${key}`);
    return this.filled(this.messages[key], values);
  }

  /** @param {Value} value @returns {string} a value as text in this language */
  text(value) {
    if (typeof value === "string") return value;
    if (typeof value === "number") return figure(value);
    return Array.isArray(value)
      ? this.listed(value.map((each) => this.text(each)))
      : this.say(value.say, value.with);
  }

  /** @param {string} name of a kind of ground @returns {string} in this language, or as it is if there is no word */
  ground(name) {
    const key = `terrain.${name.replaceAll(" ", "_")}`;
    return key in this.messages ? this.say(key) : name;
  }

  /** @param {Message} message @param {Values} values @returns {string} */
  filled(message, values) {
    let chosen = message;
    while (typeof chosen !== "string") {
      const option = this.option(values[chosen.by] ?? 1);
      chosen = chosen[option in chosen ? option : "other"];
    }
    let [filled, end] = ["", 0];
    for (const found of chosen.matchAll(PLACEHOLDER)) {
      const [whole, name, count] = found;
      const value = values[name];
      if (value === undefined) throw new Error(`nothing fills {${name}}`);
      const text = this.text(
        count && isSay(value) ? { say: value.say, with: { ...value.with, count: values[count] } } : value,
      );
      filled = joined(filled + chosen.slice(end, found.index), text);
      end = found.index + whole.length;
      const following = chosen.slice(end, end + 2);
      if (following[0] === " " && IDEOGRAPH.test(filled.slice(-1)) && IDEOGRAPH.test(following[1] ?? ""))
        end++;
    }
    return filled + chosen.slice(end);
  }

  /** @param {Value} value @returns {string} the case of a choice that it selects */
  option(value) {
    if (typeof value === "number") return this.category(value);
    return isSay(value) ? value.say : this.text(value);
  }

  /** @param {number} count @returns {string} its plural category */
  category(count) {
    return Object.keys(this.plural).find((name) => holds(this.plural[name], count)) ?? "other";
  }

  /** @param {string[]} texts @returns {string} */
  listed([first = "", ...others]) {
    const last = others.pop();
    if (last === undefined) return first;
    if (!others.length) return this.say("list.two", { first, second: last });
    const all = others.reduce(
      (joined, each) => this.say("list.middle", { first: joined, second: each }),
      first,
    );
    return this.say("list.end", { first: all, second: last });
  }
}

/** A text and a value that follows it, without a space between ideographs. @param {string} text @param {string} value */
const joined = (text, value) =>
  (/[\u3400-\u9fff] $/.test(text) && IDEOGRAPH.test(value) ? text.slice(0, -1) : text) + value;

/** @param {Value} value @returns {value is Say} */
const isSay = (value) => typeof value === "object" && !Array.isArray(value);

/** @param {string} rule such as "n % 10 = 2..4 and n % 100 != 12..14" @param {number} count @returns {boolean} */
function holds(rule, count) {
  return rule.split(" or ").some((part) => part.split(" and ").every((condition) => is(condition, count)));
}

/** @param {string} condition @param {number} count @returns {boolean} */
function is(condition, count) {
  const [, modulus, sign, spans] = CONDITION.exec(condition) ?? [];
  if (!spans) throw new Error(`${condition} is not a condition of a plural rule`);
  const value = modulus ? count % Number(modulus) : count;
  const inside = spans.split(",").some((span) => {
    const ends = span.split("..").map(Number);
    return Number.isInteger(value) && value >= ends[0] && value <= ends[ends.length - 1];
  });
  return inside === (sign === "=");
}

/** Formats a cost: two digits after the point, or four significant ones if it is small or very large. @param
 * {number} value @returns {string} */
export function figure(value) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (value === 0 || (size >= 0.1 && size < 1e6)) return String(Number(value.toFixed(2)));
  const [digits, power] = value.toExponential(3).split("e");
  if (size >= 1e-4 && size < 1e6) return String(Number(`${digits}e${power}`));
  return `${Number(digits)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/** The H that belongs to an F and a G, so that the three add up as `figure` shows them. @param {number} f
 * @param {number} g @returns {number} */
export const rest = (f, g) => Number(figure(f)) - Number(figure(g));
