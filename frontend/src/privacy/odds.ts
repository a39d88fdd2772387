import { WORDS } from "./entropy";
import type { BitsSpec, ChoiceSpec, MeetingSpec, Spec, SubsetSpec } from "./spec";

/** How many of 100 phones send an answer when it is the true one, and how many when another one is. */
interface Odds {
  readonly whenTrue: number;
  readonly whenFalse: number;
}

export function oddsOf100(spec: Spec): Odds {
  const whenTrue = of100(supportChance(spec, true));
  if ((spec.shape === "choice" || spec.shape === "subset") && spec.answers === 2)
    return { whenTrue, whenFalse: 100 - whenTrue }; // rounded apart they might make 99 or 101
  return { whenTrue, whenFalse: of100(supportChance(spec, false)) };
}

/** The chance that a report supports an answer: the true one, or a given other one. */
export function supportChance(spec: Spec, mine: boolean): number {
  if (spec.shape === "bits") return (mine ? spec.one_below : spec.zero_below) / WORDS;
  if (spec.shape === "meeting") return meetingChance(spec, mine);
  const { size, below } = heldBy(spec);
  return (mine ? below : (size * WORDS - below) / (spec.answers - 1)) / WORDS;
}

/** The part of all sets of members that hold none of those held. */
function missingPart({ answers, pad_to, size }: MeetingSpec): number {
  let part = 1;
  for (let place = 0; place < size; place += 1) part *= (answers - place) / (answers + pad_to - place);
  return part;
}

/** Sets that miss what is held share their `size` ticks among the other members, which are as many as the answers. */
function meetingChance(spec: MeetingSpec, mine: boolean): number {
  const [missing, meets] = [missingPart(spec), spec.meets_below / WORDS];
  const [ofAll, ofMissing] = [spec.size / (spec.answers + spec.pad_to), spec.size / spec.answers];
  const whenMeeting = (ofAll - (mine ? 0 : missing * ofMissing)) / (1 - missing);
  return meets * whenMeeting + (mine ? 0 : (1 - meets) * ofMissing);
}

/** How many answers a report holds, and below which word the true one is among them: a choice is a set of one. */
function heldBy(spec: ChoiceSpec | SubsetSpec): { readonly size: number; readonly below: number } {
  return spec.shape === "choice" ? { size: 1, below: spec.keep_below } : { size: spec.size, below: spec.with_below };
}

/**
 * How many times likelier one report can be under one answer than under another, from the integers themselves.
 * The ratios of several reports multiply. A spec that hides nothing gives Infinity.
 */
export function worstRatio(spec: Spec): number {
  if (spec.shape === "bits") return eitherWay(bitsRatio(spec));
  if (spec.shape !== "meeting") return heldRatio(spec);
  const missing = missingPart(spec);
  return ratioOfDraw(spec.meets_below, 1 - missing, missing);
}

/** The same for a uniform draw among `size` when a word is below a threshold, and among `others` else. */
export function ratioOfDraw(below: number, size: number, others: number): number {
  return eitherWay((below * others) / ((WORDS - below) * size));
}

function eitherWay(ratio: number): number {
  return ratio >= 1 ? ratio : 1 / ratio;
}

/** The same for a set of answers, of which two differ in at most `most` positions: each of those is flipped alone. */
export function worstRatioOfSets(spec: BitsSpec, most: number): number {
  const { one_below: oneBelow, zero_below: zeroBelow } = spec;
  const ratios = [oneBelow / zeroBelow, (WORDS - zeroBelow) / (WORDS - oneBelow)].map(eitherWay);
  return Math.max(...ratios) ** most;
}

function of100(chance: number): number {
  return Math.round(100 * chance);
}

function heldRatio(spec: ChoiceSpec | SubsetSpec): number {
  const { size, below } = heldBy(spec);
  return ratioOfDraw(below, size, spec.answers - size);
}

function bitsRatio(spec: BitsSpec): number {
  return (spec.one_below / spec.zero_below) * ((WORDS - spec.zero_below) / (WORDS - spec.one_below));
}
