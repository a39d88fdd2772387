import { WORDS } from "../../privacy/entropy";
import { epsilon, total } from "./decimal";
import type { Draw, Epsilon, LevelField } from "./definition";
import { list, matching, oneOf, record, refuse, whole } from "./reading";

/** A block is sent by at least one of so many phones. */
const LEAST_INCLUSION = 200;

/** That each phone sends some of the questions. */
export interface Send {
  readonly asksAll: boolean;
  /** The most that one block may cost. */
  readonly ceiling: Epsilon;
}

export function parseSend(value: unknown): Send {
  const get = record(value, "send", ["questions", "ask", "eps_block", "importance"]);
  oneOf(get("questions"), "send.questions", ["some"]);
  const asksAll = matching(get("ask"), "send.ask", /^(sent|all)$/, "sent or all") === "all";
  return { asksAll, ceiling: epsilon(get("eps_block"), "send.eps_block") };
}

/** The draws of a level whose blocks have these fields: the report costs at most `most`, a block at most the ceiling. */
export function parseDraws(
  value: unknown,
  at: string,
  blocks: readonly (readonly LevelField[])[],
  most: Epsilon,
  { ceiling }: Send,
): readonly Draw[] {
  const costs = blocks.map((fields) => total(fields, (field) => field.epsilon.millionths));
  if (costs.some((cost) => cost > ceiling.millionths)) refuse(at, "has a block above eps_block");
  const ids = blocks.map((_, index) => `b${index + 1}`);
  const draws = list(value, at, 1, 255, (item, where): Draw => {
    const get = record(item, where, ["blocks", "weight"]);
    const sent = list(get("blocks"), where, 1, ids.length, (id, place) => ids.indexOf(oneOf(id, place, ids)));
    if (sent.some((block, index) => index > 0 && block <= (sent[index - 1] ?? 0))) refuse(where, "is out of order");
    const keys = sent.flatMap((block) => blocks[block]?.flatMap(({ field }) => field.of) ?? []);
    if (new Set(keys).size < keys.length) refuse(where, "sends a question twice");
    if (total(sent, (block) => costs[block] ?? 0) > most.millionths) refuse(where, "is above eps_report");
    return { weight: whole(get("weight"), where, 1, WORDS), blocks: sent };
  });
  const weightOf = (some: readonly Draw[]): number => total(some, ({ weight }) => weight);
  if (weightOf(draws) !== WORDS) refuse(at, `must weigh ${WORDS}`);
  ids.forEach((id, block) => {
    const share = weightOf(draws.filter((draw) => draw.blocks.includes(block)));
    if (share * LEAST_INCLUSION < WORDS) refuse(at, `must send ${id} more often`);
  });
  return draws;
}
