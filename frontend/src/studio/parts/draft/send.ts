import type { Draft, Level } from "../../../api/types";
import { withLevels } from "./aim";
import { CAP, STRENGTHS } from "./levels";

export type Send = NonNullable<Draft["send"]>;

/** How many times as many reports a question may be given as its precision alone needs. */
export const IMPORTANCES = ["0.25", "0.5", "1", "2", "4"] as const;
export const USUAL_IMPORTANCE = "1";
/** What one answer may spend at most. */
export const MOST_OF_ANSWER = ["0.5", "1", "1.5", "2", "3", "4"] as const;

const NOTHING_SAID: Send = { questions: "all", ask: "sent", eps_block: "2", importance: {}, together: [] };
/** A new survey begins with it. */
export const SENDING_SOME: Send = { ...NOTHING_SAID, questions: "some" };

/** A draft that says nothing of it sends every question. */
export const sendOf = (draft: Pick<Draft, "send">): Send => draft.send ?? NOTHING_SAID;

export const sendsSome = (draft: Pick<Draft, "send">): boolean => sendOf(draft).questions === "some";

export function sending(draft: Draft, change: Partial<Send>): Draft {
  return { ...draft, send: { ...sendOf(draft), ...change } };
}

/** A level is of one question where all are sent; no aim chooses that. It is the weakest up to 1 whose report keeps the
 * cap, or the strongest there is. */
export function sendingAll(draft: Draft, questions: number): Draft {
  const fitting = STRENGTHS.findLast((epsilon) => Number(epsilon) <= 1 && Number(epsilon) * questions <= CAP);
  const chosen = draft.aim ? withLevels(draft, [fitting ?? STRENGTHS[0]]) : draft;
  return sending(chosen, { questions: "all" });
}

/** A level is of the whole report where questions are drawn by lot, so that none is chosen at a question. */
export function sendingSome(draft: Draft): Draft {
  const levelChoice = draft.level_choice === "question" ? { level_choice: "report" as const } : {};
  return { ...sending(draft, { questions: "some" }), ...levelChoice };
}

const without = (importance: Send["importance"], id: string): Send["importance"] =>
  Object.fromEntries(Object.entries(importance).filter(([question]) => question !== id));

/** What nobody raised or lowered is not written. */
export function weighed(draft: Draft, id: string, weight: string): Draft {
  const others = without(sendOf(draft).importance, id);
  return sending(draft, { importance: weight === USUAL_IMPORTANCE ? others : { ...others, [id]: weight } });
}

export function keptTogether(draft: Draft, id: string, together: boolean): Draft {
  const others = sendOf(draft).together.filter((question) => question !== id);
  return sending(draft, { together: together ? [...others, id] : others });
}

/** The most of a report's epsilon that one answer in it may spend. */
export function mostOfAnswer(draft: Draft, level: Level): number {
  return Math.min(Number(level.epsilon), Number(sendOf(draft).eps_block));
}

/** The values offered, and the one there is if it is none of them. */
export function offeredWith(values: readonly string[], own: string): string[] {
  return values.includes(own) ? [...values] : [own, ...values];
}

/** What a draft says of one question, and the draft without it. */
export interface SentOf {
  readonly weight: string | undefined;
  readonly together: boolean;
}

export function sentOf({ send }: Pick<Draft, "send">, id: string): SentOf {
  return { weight: send?.importance[id], together: send?.together.includes(id) ?? false };
}

export function withoutSent(draft: Draft, id: string): Draft {
  const { send } = draft;
  if (!send) return draft;
  const together = send.together.filter((question) => question !== id);
  return { ...draft, send: { ...send, importance: without(send.importance, id), together } };
}

export function withSent(draft: Draft, id: string, { weight, together }: SentOf): Draft {
  const heavy = weight === undefined ? draft : weighed(draft, id, weight);
  return together ? keptTogether(heavy, id, true) : heavy;
}
