import type { Spec } from "./definition";

/** A report as the receiver sees it: the answer it names, or the answers, and dummies, it ticks. */
export type Report = number | readonly boolean[];

const WORDS = 2 ** 32;
/** Words are never 0: the page wipes a word when it has read it, and that is how reading is counted. */
const LEAST = 1;

/** Which of the words that do the same are taken: those at the threshold, or those far from it. */
export type Choice = "edge" | "far";

/**
 * Words that make the mechanism turn `answer`, or a set of them, into `report`: M(answer) = report, by running its steps backwards.
 *
 * mechanisms/ldp/shapes/{choice,bits,subset,meeting}.py describe the steps. `redraws` words that must be rejected come first where
 * the mechanism draws uniformly and rejects some.
 */
export function tape(
  spec: Spec,
  answer: number | readonly number[],
  report: Report,
  choice: Choice,
  redraws = 0,
): number[] {
  if (spec.shape === "bits") {
    if (typeof report === "number") throw new TypeError("the report of bits is a list");
    const answers = typeof answer === "number" ? [answer] : answer;
    return report.map((ticked, index) =>
      against(answers.includes(index) ? spec.one_below : spec.zero_below, ticked, choice),
    );
  }
  if (spec.shape === "meeting") {
    if (typeof report === "number") throw new TypeError("the report of a set is a list");
    return tapeOfMeeting(spec, typeof answer === "number" ? [answer] : answer, report, choice, redraws);
  }
  if (typeof answer !== "number") throw new TypeError("this report is drawn for one answer, not for a set of them");
  if (spec.shape === "subset") {
    if (typeof report === "number") throw new TypeError("the report of a set is a list");
    return tapeOfSubset(spec, answer, report, choice, redraws);
  }
  if (typeof report !== "number") throw new TypeError("a choice is one number");
  const kept = against(spec.keep_below, report === answer, choice);
  if (spec.answers === 2) return [kept];
  const others = spec.answers - 1;
  const other = report < answer ? report : report - 1; // when kept it is drawn and not used: any will do
  return [kept, ...rejected(others, redraws), uniform(others, Math.max(0, Math.min(other, others - 1)), choice)];
}

/** The others of the set come to the front of the row in their order; when the true one is in it, the last is not used. */
function tapeOfSubset(
  spec: Spec & { shape: "subset" },
  answer: number,
  report: readonly boolean[],
  choice: Choice,
  redraws: number,
): number[] {
  const holds = report[answer] === true;
  const words = [against(spec.with_below, holds, choice)];
  const row = report.map((_, index) => index).filter((place) => place !== answer);
  const wanted = row.filter((place) => report[place]);
  if (wanted.length + Number(holds) !== spec.size)
    throw new RangeError(`no set of ${spec.size} answers is this report`);
  let left = redraws;
  for (let index = 0; index < spec.size; index += 1) {
    const bound = row.length - index;
    const chosen = index < wanted.length ? row.indexOf(wanted[index] ?? 0) : index;
    [row[index], row[chosen]] = [row[chosen] ?? 0, row[index] ?? 0];
    if (bound === 1) continue;
    const first = rejectable(bound) > 0 ? left : 0;
    left -= first;
    words.push(...rejected(bound, first), uniform(bound, chosen - index, choice));
  }
  return words;
}

/** The first try is the report, and the second of the other kind, so that both have come. */
function tapeOfMeeting(
  spec: Spec & { shape: "meeting" },
  answers: readonly number[],
  report: readonly boolean[],
  choice: Choice,
  redraws: number,
): number[] {
  const members = report.map((_, index) => index);
  const isHeld = (member: number): boolean =>
    member < spec.answers ? answers.includes(member) : member < members.length - answers.length;
  const row = [...members.filter((member) => !isHeld(member)), ...members.filter(isHeld)];
  const wanted = row.filter((member) => report[member]);
  if (wanted.length !== spec.size) throw new RangeError(`no set of ${spec.size} members is this report`);
  const meets = wanted.some(isHeld);
  const other = wanted.map((_, index) => (meets || index > 0 ? 0 : members.length - 1));
  const words = [against(spec.meets_below, meets, choice)];
  let left = redraws;
  const draw = (place: number, number: number): void => {
    const bound = members.length - place;
    const first = rejectable(bound) > 0 ? left : 0;
    left -= first;
    words.push(...rejected(bound, first), uniform(bound, number, choice));
  };
  wanted.forEach((member, index) => {
    const chosen = row.indexOf(member);
    [row[index], row[chosen]] = [row[chosen] ?? 0, row[index] ?? 0];
    draw(index, chosen - index);
  });
  words.push(LEAST);
  other.forEach((number, index) => {
    draw(index, number);
  });
  return words;
}

/** How many words that must be rejected can come first: all that are wanted, where any draw rejects some. */
export function redrawsOf(spec: Spec, wanted: number): number {
  if (spec.shape === "bits") return 0;
  const row = spec.shape === "meeting" ? spec.answers + spec.pad_to : spec.answers - 1;
  const bounds = Array.from({ length: spec.shape === "choice" ? 1 : spec.size }, (_, index) => row - index);
  return bounds.some((bound) => rejectable(bound) > 0) ? wanted : 0;
}

/** How many different words a draw below `bound` rejects. */
export const rejectable = (bound: number): number => WORDS % bound;

/** How a report is packed: what the server will read. */
export function packed(spec: Spec, report: Report): number[] {
  if (spec.shape === "choice") {
    const named = Number(report);
    return spec.answers <= 256 ? [named] : [named >> 8, named & 255];
  }
  if (typeof report === "number") throw new TypeError("the report of bits is a list");
  const bytes: number[] = Array(Math.ceil(report.length / 8)).fill(0);
  report.forEach((ticked, index) => {
    if (ticked) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (128 >> (index & 7));
  });
  return bytes;
}

export function against(threshold: number, below: boolean, choice: Choice): number {
  const word = below ? (choice === "edge" ? threshold - 1 : LEAST) : choice === "edge" ? threshold : WORDS - 1;
  if (word < LEAST || word >= WORDS || word < threshold !== below) {
    throw new RangeError(`no word lies ${below ? "below" : "at or above"} ${threshold}`);
  }
  return word;
}

export function uniform(bound: number, wanted: number, choice: Choice): number {
  const accepted = WORDS - rejectable(bound);
  return choice === "edge" ? accepted - bound + wanted : bound + wanted; // the last and the second that give it
}

function rejected(bound: number, count: number): number[] {
  if (count > 0 && rejectable(bound) === 0) throw new RangeError(`no word is rejected below ${bound}`);
  return Array(count).fill(WORDS - 1);
}
