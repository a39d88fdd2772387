import { canonical } from "../../privacy/canonical";
import {
  type AnySpec,
  isNumberSpec,
  numberBytes,
  numberWords,
  parseNumberSpec,
  worstRatioOfNumber,
} from "../../privacy/number";
import { worstRatio, worstRatioOfSets } from "../../privacy/odds";
import { reportBytes, wordsRead } from "../../privacy/perturb";
import { parseSpec } from "../../privacy/spec";
import { epsilon, total } from "./decimal";
import type { Column, Definition, Epsilon, Estimate, Field, Level, LevelField } from "./definition";
import { parseDraws, type Send } from "./parseDraws";
import { list, oneOf, peek, record, refuse, whole } from "./reading";

/** No report may cost more than this, whatever a server says: the page refuses to be shown. */
const CAP = 8_000_000;

/** The shape of report of each mechanism this page can draw. */
const shapes = new Map<string, AnySpec["shape"]>([
  ["randomized-response", "choice"],
  ["generalized-randomized-response", "choice"],
  ["symmetric-unary-encoding", "bits"],
  ["optimized-unary-encoding", "bits"],
  ["subset-selection", "subset"],
]);
const ofSets = new Map<string, AnySpec["shape"]>([
  ["bitwise-randomized-response", "bits"],
  ["privset", "meeting"],
]);
const ofNumbers = {
  mean: new Map<string, AnySpec["shape"]>([
    ["duchi", "ends"],
    ["piecewise", "window"],
    ["hybrid", "window-or-ends"],
  ]),
  distribution: new Map<string, AnySpec["shape"]>([["square-wave", "window"]]),
};
const orSkipped = new Map<string, AnySpec["shape"]>([["number-or-skipped", "end-or-skipped"]]);

export interface Block {
  readonly id: string;
  readonly fields: readonly Field[];
}

/**
 * Each question is in exactly one block: alone, with its planned partner, or all rows of a matrix together; where some
 * questions are sent each row may be a block of its own, and a question in several pairs.
 *
 * A definition says which questions stand together; all else follows, and must be what is written.
 */
export function parseBlocks(value: unknown, columns: readonly Column[], some: boolean): readonly Block[] {
  let last = -1;
  const blocks = list(value, "blocks", 1, 199, (item, at, slot) => {
    const names = list(peek(item, "questions"), `${at}.questions`, 1, 2, (name) => name);
    const row = columns.filter((each) => some && each.row && each.key === names[0]);
    const isRow = row.length > 0;
    const of = isRow ? row : columns.filter((each) => names.includes(each.question.id));
    const [first = -1, second = 0] = of.map((each) => columns.indexOf(each));
    const rank = 1e6 * first + second;
    if (rank <= last) refuse(at, "is out of order");
    last = rank;
    const id = `b${slot + 1}`;
    const questions = Array.from(new Set(of.map((each) => each.question)));
    const pair = questions.length === 2;
    if (pair && !questions.every((each) => each.isPairable)) refuse(at, "cannot be paired");
    const parts = pair ? [of] : of.map((each) => [each]);
    const fields = parts.map((part, index) => fieldOf(parts.length === 1 ? id : `${id}.${index + 1}`, part));
    const ids = isRow ? of.map((each) => each.key) : questions.map((each) => each.id);
    same(item, { id, questions: ids, fields: fields.map(written) }, at);
    return { id, fields };
  });
  const all = blocks.flatMap(({ fields }) => fields.flatMap(({ of }) => of));
  const more = some ? 0 : all.length - columns.length;
  if (more > 0 || new Set(all).size < columns.length) refuse("blocks", "must hold every question");
  return blocks;
}

function fieldOf(id: string, of: readonly Column[]): Field {
  const question = of[0]?.question;
  const answers = of.reduce((product, each) => product * each.answers.length, 1);
  if (estimateOf(of) !== null) return { id, kind: "number", of, answers: 0, most: 1, largest: 1 };
  if (question?.sets) return { id, kind: "set", of, answers, ...question.sets.sizes(answers) };
  return { id, kind: of.length === 2 ? "joint" : "one", of, answers, most: 1, largest: 1 };
}

/** What is wanted of the number that a field is. */
export function estimateOf([column]: readonly Column[]): Estimate | null {
  return column?.question.estimate ?? null;
}

const written = ({ id, kind, of, answers, most }: Field): object => {
  const named = { id, kind, of: of.map((each) => each.key) };
  const wanted = estimateOf(of);
  if (wanted === null) return { ...named, answers, ...(kind === "set" ? { most } : {}) };
  const { of: estimate, ...grid } = wanted;
  return { ...named, estimate, ...grid, ...(mayBeNone(of) ? { skippable: true } : {}) };
};

/** Whether somebody may have no number: what was skipped and what was not asked are one answer of it. */
const mayBeNone = ([column]: readonly Column[]): boolean =>
  !!(column?.question.maySkip || column?.question.mayBeHidden);

/** What follows from what was read before must be written so. */
function same(value: unknown, expected: object, at: string): void {
  const wanted = canonical(expected);
  if (canonical(value) !== wanted) refuse(at, `must be ${wanted}`);
}

/**
 * One to three levels, most protective first in every field, none above the cap of the survey or of this page: so the last
 * is the worst case also where each block has a level of its own. Where some questions are sent the report's epsilon rises.
 */
export function parseLevels(
  value: unknown,
  blocks: readonly Block[],
  declaredCap: unknown,
  send: Send | null,
): Definition["levels"] {
  const cap = Math.min(CAP, epsilon(declaredCap, "cap").millionths);
  const read = list(value, "levels", 1, 3, (item, at, index) => parseLevel(item, at, index, blocks, cap, send));
  const levels = read as unknown as Definition["levels"]; // at least one
  levels.forEach((level, index) => {
    const before = levels[index - 1];
    const rises = ({ epsilon }: LevelField, place: number): boolean =>
      epsilon.millionths > (before?.fields[place]?.epsilon.millionths ?? 0);
    const above = level.epsilon.millionths > (before?.epsilon.millionths ?? 0);
    if (!(send === null ? level.fields.every(rises) : above)) {
      refuse("levels", "must stand with the most protective first");
    }
  });
  return levels;
}

function parseLevel(
  value: unknown,
  at: string,
  place: number,
  blocks: readonly Block[],
  cap: number,
  send: Send | null,
): Level {
  const get = record(value, at, ["id", "eps_report", "record_bytes", "blocks", ...(send === null ? [] : ["draws"])]);
  const { length } = blocks;
  const parsed = list(get("blocks"), `${at}.blocks`, length, length, (item, where, index) =>
    parseLevelBlock(item, where, blocks[index] as Block),
  );
  const fields = parsed.flat();
  const where = `${at}.eps_report`;
  const stated = send === null ? sumOf(fields, get("eps_report"), where) : epsilon(get("eps_report"), where);
  if (stated.millionths > cap) refuse(where, `must be at most ${cap / 1_000_000}`);
  const draws = send === null ? [] : parseDraws(get("draws"), `${at}.draws`, parsed, stated, send);
  const bytesOf = (some: readonly LevelField[]): number => total(some, (field) => field.bytes);
  const lengths = draws.map((draw) => total(draw.blocks, (block) => bytesOf(parsed[block] ?? [])));
  const bytes = draws.length === 0 ? bytesOf(fields) : 1 + Math.max(...lengths);
  return {
    id: oneOf(get("id"), `${at}.id`, [place]),
    epsilon: stated,
    recordBytes: whole(get("record_bytes"), `${at}.record_bytes`, bytes, bytes),
    fields,
    draws,
    draw: null,
  };
}

/** What is stated as the epsilon of some fields together. */
function sumOf(fields: readonly LevelField[], value: unknown, at: string): Epsilon {
  const stated = epsilon(value, at);
  const spent = total(fields, (field) => field.epsilon.millionths);
  if (stated.millionths !== spent) refuse(at, "is not the sum of its fields");
  return stated;
}

function parseLevelBlock(value: unknown, at: string, block: Block): readonly LevelField[] {
  const get = record(value, at, ["block", "epsilon", "fields"]);
  oneOf(get("block"), `${at}.block`, [block.id]);
  const { length } = block.fields;
  const fields = list(get("fields"), `${at}.fields`, length, length, (item, where, index) =>
    parseLevelField(item, where, block.fields[index] as Field),
  );
  sumOf(fields, get("epsilon"), `${at}.epsilon`);
  return fields;
}

function parseLevelField(value: unknown, at: string, field: Field): LevelField {
  const wanted = estimateOf(field.of);
  const ofNumber = wanted && (mayBeNone(field.of) ? orSkipped : ofNumbers[wanted.of]);
  const offered = ofNumber ?? (field.kind === "set" ? ofSets : shapes);
  const mechanism = oneOf(peek(value, "mechanism"), `${at}.mechanism`, Array.from(offered.keys()));
  const spec = (wanted === null ? parseSpec : parseNumberSpec)(peek(value, "spec"));
  if (isNumberSpec(spec)) {
    const { low, high, steps } = wanted ?? spec;
    if (spec.low !== low || spec.high !== high || spec.steps !== steps) refuse(`${at}.spec`, "has another grid");
  } else if (spec.answers !== field.answers) refuse(`${at}.spec.answers`, `must be ${field.answers}`);
  if (spec.shape === "meeting" && spec.pad_to !== field.largest)
    refuse(`${at}.spec.pad_to`, `must be ${field.largest}`);
  if (spec.shape !== offered.get(mechanism)) refuse(`${at}.spec`, `is not what ${mechanism} draws`);
  const stated = epsilon(peek(value, "epsilon"), `${at}.epsilon`);
  // Floating point is good enough to catch a wrong statement; no draw depends on it.
  if (!(Math.log(fieldRatio(spec, field)) <= (stated.millionths / 1_000_000) * (1 + 1e-9))) {
    refuse(`${at}.spec`, `spends more than the ${stated.text} stated`);
  }
  const [bytes, words] = isNumberSpec(spec)
    ? [numberBytes(spec), numberWords(spec)]
    : [reportBytes(spec), wordsRead(spec)];
  same(value, { field: field.id, mechanism, version: 1, epsilon: stated.text, bytes, words, spec }, at);
  return { field, mechanism, epsilon: stated, bytes, words, spec };
}

/** How many times likelier one report can be under one answer, set of answers or number than under another. */
export function fieldRatio(spec: AnySpec, field: Field): number {
  if (isNumberSpec(spec)) return worstRatioOfNumber(spec);
  return spec.shape === "bits" && field.kind === "set" ? worstRatioOfSets(spec, field.most) : worstRatio(spec);
}
