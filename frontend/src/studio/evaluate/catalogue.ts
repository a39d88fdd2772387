import type { MechanismFigures, MechanismOffered } from "../../api/types";
import { words } from "../words/words";

/** What the figures of the catalogue are about, as it is typed. */
export interface Setting {
  answers: string;
  epsilon: string;
  people: string;
}

const USUAL: Setting = { answers: "16", epsilon: "1", people: "1000" };

/** What an address leaves out is the usual. */
export const settingOf = (address: { [Part in keyof Setting]?: string | undefined }): Setting => ({
  answers: address.answers ?? USUAL.answers,
  epsilon: address.epsilon ?? USUAL.epsilon,
  people: address.people ?? USUAL.people,
});

/** A mechanism that takes the question. */
export interface Taken extends MechanismOffered {
  figures: MechanismFigures;
}

/** One standard error of the estimated share (of 1) of an answer with this share, for people drawn at random. */
export function standardError(
  { variance_constant, variance_linear }: Pick<MechanismFigures, "variance_constant" | "variance_linear">,
  share: number,
  people: number,
): number {
  return Math.sqrt((variance_constant + variance_linear * share - share ** 2) / people);
}

const takes = (mechanism: MechanismOffered): mechanism is Taken => mechanism.figures !== null;
const errorOfRare = ({ figures }: Taken): number => figures.variance_constant;

/** Those that take the question, who errs least on a rare answer first; equals stay in the order of the catalogue. */
export function ranked(offered: readonly MechanismOffered[]): Taken[] {
  return offered.filter(takes).toSorted((left, right) => errorOfRare(left) - errorOfRare(right));
}

/** The mechanisms for one answer that do not take this question. */
export const refused = (offered: readonly MechanismOffered[]): MechanismOffered[] =>
  offered.filter((mechanism) => mechanism.family === "one-answer" && !takes(mechanism));

/** The number of people that was typed, no fewer than one; what is no whole number counts as the usual. */
export function peopleIn(typed: string): number {
  const trimmed = typed.trim();
  return /^\d{1,9}$/.test(trimmed) && Number(trimmed) > 0 ? Number(trimmed) : Number(USUAL.people);
}

/** A guarantee in short: what stands before the first bracket or full stop. */
export const shortOf = (guarantee: string): string => (guarantee.split(/[(.;]/)[0] ?? "").trim();

/** What was proven of a mechanism, in words. The server may count kinds that the studio has none for. */
export function provenOf({ proofs }: Pick<MechanismOffered, "proofs">): string[] {
  return Object.entries(words.evaluate.catalogue.proofs).flatMap(([kind, sentence]) => {
    const count = proofs[kind];
    return count === undefined ? [] : [sentence(count)];
  });
}
