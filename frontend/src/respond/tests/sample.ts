import { readFileSync } from "node:fs";
import { digest } from "../../privacy/canonical";
import { Tape } from "../../privacy/entropy";
import { isNumberSpec } from "../../privacy/number";
import type { Spec } from "../../privacy/spec";
import type { Definition, Level, LevelField, Survey } from "../version/definition";
import { parseDefinition } from "../version/parse";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A published survey as surveys.publishing.definition.build writes it: all shapes of report, a set, a matrix, a planned pair, a
 * number that only some are asked, and two levels.
 */
export function sample(): { [key: string]: Json } {
  return JSON.parse(readFileSync(new URL("sample.json", import.meta.url), "utf8"));
}

/** The same of a survey that asks for a mean and for a distribution, at two levels. */
export function numbers(): { [key: string]: Json } {
  return JSON.parse(readFileSync(new URL("numbers.json", import.meta.url), "utf8"));
}

/** The sample, or another survey, with the value at a path ("levels.0.cap") replaced. */
export function changed(path: string, value: Json, whole = sample()): { [key: string]: Json } {
  const keys = path.split(".");
  const last = keys.pop();
  let place: Json = whole;
  for (const key of keys) place = child(place, key);
  if (last === undefined || typeof place !== "object" || place === null) throw new Error(`no ${path}`);
  if (Array.isArray(place)) place[Number(last)] = value;
  else place[last] = value;
  return whole;
}

export function child(value: Json, key: string): Json {
  const part = Array.isArray(value) ? value[Number(key)] : typeof value === "object" && value !== null && value[key];
  if (part === undefined) throw new Error(`no ${key}`);
  return part;
}

/** Thresholds of the number in it, at its two levels. */
export const KEEP = [1940735784, 3380079313] as const;

/**
 * A version as surveys.publishing.definition.build writes one whose mean may be skipped, or is asked on a condition.
 */
export function skippable(show_if = ""): { [key: string]: Json } {
  let whole = changed("questions.1.may_skip", true, numbers());
  whole = changed("questions.1.show_if", show_if, whole);
  whole = changed("questions.1.number.estimate.steps", 1, whole);
  const grid = { low: 0, high: 60, steps: 1 };
  const field = { id: "b2", kind: "number", of: ["q5"], estimate: "mean", ...grid, skippable: true };
  whole = changed("blocks.1.fields.0", field, whole);
  KEEP.forEach((keep_below, level) => {
    const drawn = { field: "b2", mechanism: "number-or-skipped", version: 1, epsilon: level === 0 ? "0.5" : "2" };
    const spec = { shape: "end-or-skipped", keep_below, ...grid };
    whole = changed(`levels.${level}.blocks.1.fields.0`, { ...drawn, bytes: 1, words: 3, spec }, whole);
  });
  return whole;
}

export function sampleSurvey(): Survey & { readonly definition: Definition } {
  return { definition: parseDefinition(sample(), false), hash: digest(sample()), preview: false, test: false };
}

export function levelAt(survey: Survey, index: number): Level {
  const level = survey.definition.levels[index];
  if (level === undefined) throw new Error(`no level ${index}`);
  return level;
}

/** How a field with answers is drawn. */
export function specOf({ spec }: Pick<LevelField, "spec">): Spec {
  if (isNumberSpec(spec)) throw new Error("a number has no answers");
  return spec;
}

/** Words that look random and never change, at any stride: SplitMix with the finalizer of MurmurHash3. */
export function tape(seed: number, length = 128): Tape {
  const words: number[] = [];
  let state = Math.imul(seed, 0x85ebca6b);
  for (let index = 0; index < length; index += 1) {
    state = (state + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    words.push((again ^ (again >>> 16)) >>> 0);
  }
  return new Tape(words);
}

/**
 * A version as surveys.publishing.build writes one of which each phone sends some of the questions, at two levels: at the
 * first a block, at the second two. `hours` repeats `kind`, whose page reads `far`, which reads `car`; each row is a block.
 */
export function drawn(): { [key: string]: Json } {
  return JSON.parse(readFileSync(new URL("draws.json", import.meta.url), "utf8"));
}

export function drawnSurvey(whole = drawn()): Survey & { readonly definition: Definition } {
  return { definition: parseDefinition(whole, false), hash: digest(whole), preview: false, test: false };
}
