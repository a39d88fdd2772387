/**
 * How long the twins take: node twins.js, with a JSON list of {spec, answer} on standard input, where the spec of a number
 * is {number: spec}. Prints the median of five turns for each, in CPU microseconds a report. The functions are the page's
 * own, and so is the stream of words.
 */
import { text } from "node:stream/consumers";
import { pool } from "../src/privacy/entropy";
import { parseNumberSpec, perturbNumber } from "../src/privacy/number";
import { type Answer, perturb } from "../src/privacy/perturb";
import { parseSpec } from "../src/privacy/spec";

interface Case {
  readonly spec?: unknown;
  readonly number?: unknown;
  readonly answer: Answer;
}

const TURNS = 5;
const TURN_MICROSECONDS = 100_000; // long enough for the compiler and for the clock
const BATCH = 100;

const words = pool((block) => crypto.getRandomValues(block));

function drawing({ spec, number, answer }: Case): () => Uint8Array {
  if (spec !== undefined) {
    const read = parseSpec(spec);
    return () => perturb(read, answer, words);
  }
  const read = parseNumberSpec(number);
  return () => perturbNumber(read, Number(answer), words);
}

function microseconds(draw: () => Uint8Array): number {
  let drawn = 0;
  const before = process.cpuUsage();
  for (;;) {
    for (let report = 0; report < BATCH; report += 1) draw();
    drawn += BATCH;
    const { user, system } = process.cpuUsage(before);
    if (user + system >= TURN_MICROSECONDS) return (user + system) / drawn;
  }
}

function median(draw: () => Uint8Array): number {
  microseconds(draw); // compiles
  const turns = Array.from({ length: TURNS }, () => microseconds(draw)).sort((left, right) => left - right);
  return turns[TURNS >> 1] as number;
}

const cases = JSON.parse(await text(process.stdin)) as readonly Case[];
process.stdout.write(JSON.stringify(cases.map((each) => median(drawing(each)))));
