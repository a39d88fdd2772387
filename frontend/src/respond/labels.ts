import type { Column } from "./version/definition";
import { type Given, NOT_ASKED, SKIP } from "./version/domain";
import type { Saying, Voice } from "./voice";

/** An answer in words, by its id. */
export function labelOf({ question }: Column, answer: string, voice: Voice): Saying {
  const own = (text: string): Saying => ({ text, language: voice.texts.language });
  if (answer === SKIP) return own(voice.texts.skip);
  if (answer === NOT_ASKED) return own(voice.texts.notAsked);
  return question.label(answer, voice);
}

const dayParts = { day: "numeric", month: "long", year: "numeric" } as const;

/** A day as the language writes it. */
export function dayLabel(day: string, language: string): string {
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
  return question.entry ? question.entry.write(given, voice) : labelOf(column, given, voice).text;
}
