import type { Column, Measured, Scale } from "./version/definition";
import { type Given, NOT_ASKED, pointOf, SKIP } from "./version/domain";
import type { Saying, Voice } from "./voice";

/** An answer in words, by its id. */
export function labelOf({ question }: Column, answer: string, voice: Voice): Saying {
  const own = (text: string): Saying => ({ text, language: voice.texts.language });
  if (answer === SKIP) return own(voice.texts.skip);
  if (answer === NOT_ASKED) return own(voice.texts.notAsked);
  if (question.type === "scale") return pointLabel(question, answer, voice);
  if (question.type === "number" || question.type === "date")
    return own(rangeLabel(question, rangePlace(question, answer), voice));
  return voice.say(`${question.id}.options.${answer}`);
}

function pointLabel(scale: Scale, answer: string, voice: Voice): Saying {
  const point = Number(pointOf(answer));
  const end = point === scale.least ? "least" : "most";
  const named = point === scale.least || point === scale.most ? voice.say(`${scale.id}.scale.${end}`) : null;
  const number = new Intl.NumberFormat(voice.texts.language).format(point);
  if (named === null || named.text === "") return { text: number, language: voice.texts.language };
  return { text: `${number} (${named.text})`, language: named.language };
}

const rangePlace = ({ edges }: Measured, answer: string): number => {
  if (answer === "below") return 0;
  return answer === "above" ? edges.length : Number(answer.slice(1));
};

/** The range that stands for what was typed: 0 lies below the first edge. */
export function rangeLabel(question: Measured, place: number, voice: Voice): string {
  const { fields } = voice.texts;
  const day = question.type === "date";
  const edge = (index: number): string => typedLabel(question, question.edges[index] ?? "", voice);
  if (place === 0) return (day ? fields.before : fields.below)(edge(0));
  if (place === question.edges.length) return (day ? fields.since : fields.above)(edge(place - 1));
  return (day ? fields.days : fields.range)(edge(place - 1), edge(place));
}

const MOST_DIGITS = 15; // more than a double holds

/** A number with its unit, or a day, as the language writes it. */
export function typedLabel({ id, type }: Measured, typed: string, voice: Voice): string {
  if (type === "date") return dayLabel(typed, voice.texts.language);
  const unit = voice.say(`${id}.number.unit`).text;
  return unit === "" ? numberLabel(typed, voice) : `${numberLabel(typed, voice)} ${unit}`;
}

function numberLabel(typed: string, { texts }: Voice): string {
  const places = (typed.split(".")[1] ?? "").length;
  if (typed.replace(/\D/g, "").length > MOST_DIGITS) return typed;
  return new Intl.NumberFormat(texts.language, { minimumFractionDigits: places }).format(Number(typed));
}

const dayParts = { day: "numeric", month: "long", year: "numeric" } as const;

function dayLabel(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { ...dayParts, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** A moment, in the time zone of the device or in UTC. */
export function timeLabel(time: Date, language: string, timeZone?: "UTC"): string {
  const zone = timeZone && ({ timeZone, timeZoneName: "short" } as const);
  const parts = { ...dayParts, hour: "2-digit", minute: "2-digit", ...zone } as const;
  return new Intl.DateTimeFormat(language, parts).format(time);
}

/** What a person gave, in words, for the text of a later question: a number without its unit, several in their order. */
export function givenLabel(column: Column, given: Given | undefined, voice: Voice): string {
  const { question, answers } = column;
  if (given === undefined || given.length === 0 || given === SKIP || given.includes(SKIP)) return "\u2026";
  if (typeof given !== "string") {
    const ordered = answers.filter((answer) => given.includes(answer));
    return ordered.map((answer) => labelOf(column, answer, voice).text).join(", ");
  }
  if (question.type === "date") return dayLabel(given, voice.texts.language);
  return question.type === "number" ? numberLabel(given, voice) : labelOf(column, given, voice).text;
}
