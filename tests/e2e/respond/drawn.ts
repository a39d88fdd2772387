import type { Browser } from "@playwright/test";
import { Tape } from "../../../frontend/src/privacy/entropy";
import { levelOfDraw, lotOf } from "../../../frontend/src/respond/draw";
import { drawOrders } from "../../../frontend/src/respond/order";
import type { Level } from "../../../frontend/src/respond/version/definition";
import { site } from "../site/api";
import type { Wire } from "../site/wire";
import type { LevelField, Published } from "./definition";
import { reportsOf } from "./everyone";
import { begin, type Given, parsed } from "./fill";
import { type Observation, observe } from "./observe";
import { KEY_WORDS, wordsOfReport } from "./randomness";
import type { Choice, Report } from "./tape";
import { anyPacked, anyTape, ORDER_WORDS, positionOf, type World } from "./worlds";

const TIMES = 16;
const POOL = 64; // words that the page asks the system for at once: orders, the draw and the report have blocks of their own

/** Everybody has this level and reads the word of this draw; whoever they are, words make each report of it the same. */
export async function alikeDrawn(
  browser: Browser,
  wire: Wire,
  version: Published,
  worlds: readonly World[],
  choice: Choice,
  at: { readonly level: number; readonly draw: number },
): Promise<{
  readonly seen: Observation[];
  readonly words: number;
  readonly record: number[];
  readonly kept: string[];
}> {
  const definition = parsed(version);
  const level = levelAt(version, at.level, at.draw);
  const word = wordOf(level, choice);
  const specs = fieldsOf(version, level).map(({ spec }) => spec);
  const reports = specs.map((spec, index): Report => {
    const all = reportsOf(spec);
    return all[(at.draw + index) % all.length] ?? 0;
  });
  const orders = new Tape(ORDER_WORDS);
  drawOrders(definition, orders.words);
  const first = [...(orders.read > 0 ? ORDER_WORDS : []), word, ...ORDER_WORDS.slice(1, POOL)];
  const { keys } = lotOf(definition, level);
  const answersTo = (given: Given): Given => Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key)));
  const seen: Observation[] = [];
  for (const { given, doubts = {} } of worlds) {
    const positions = level.fields.map(({ field }) => positionOf(field, version, given));
    const tapes = specs.map((spec, index) => anyTape(spec, positions[index] ?? 0, reports[index] ?? 0, choice));
    const words = [...first, ...wordsOfReport(tapes, JSON.stringify([version.hash, choice, at]))];
    const person = { level: at.level, given: answersTo(given), doubts: answersTo(doubts), words };
    seen.push(await observe(browser, wire, version, person));
  }
  const sent = [at.draw, ...specs.flatMap((spec, index) => anyPacked(spec, reports[index] ?? 0))];
  return {
    seen,
    words: fieldsOf(version, level).reduce((sum, field) => sum + field.words, KEY_WORDS + orders.read + 1),
    record: [...sent, ...Array(level.recordBytes - sent.length).fill(0)],
    kept: [`sessionStorage datahub-draw:${version.hash} ${word}`],
  };
}

/**
 * What somebody is asked who comes to the page so often in one tab, by lot of the browser's own: all that differ.
 *
 * A page that drew each time would ask the same each time less than once in 10^6.
 */
export async function askedAgain(browser: Browser, wire: Wire, version: Published): Promise<string[]> {
  const context = await browser.newContext({ proxy: wire.proxy });
  try {
    const page = await context.newPage();
    const seen = new Set<string>();
    for (let time = 0; time < TIMES; time += 1) {
      if (time % 4 === 0) await page.goto(`${site()}/s/${version.slug}/`);
      else if (time % 4 === 2) {
        await page.goto(wire.elsewhere);
        await page.goBack();
      } else await page.reload();
      await begin(page, 0);
      await page.locator(".progress").waitFor();
      const fields = await page
        .locator("input[name]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("name")));
      seen.add([...new Set(fields)].join());
    }
    return [...seen];
  } finally {
    await context.close();
  }
}

/** Every draw of every level. */
export const drawsOf = ({ definition }: Published): { readonly level: number; readonly draw: number }[] =>
  definition.levels.flatMap(({ draws = [] }, level) => draws.map((_, draw) => ({ level, draw })));

function levelAt(version: Published, level: number, draw: number): Level {
  const whole = parsed(version).levels[level];
  if (whole === undefined) throw new RangeError(`the version has no level ${level}`);
  return levelOfDraw(whole, draw);
}

/** The last word that chooses a draw, or one far from that. The page wipes words, so none is 0. */
function wordOf({ draws, draw }: Level, choice: Choice): number {
  const before = draws.slice(0, draw ?? 0).reduce((sum, { weight }) => sum + weight, 0);
  const weight = draws[draw ?? 0]?.weight ?? 0;
  return before + (choice === "edge" ? weight - 1 : weight >> 1);
}

/** How the fields of a draw are drawn, in their order. */
function fieldsOf({ definition }: Published, { id, fields }: Level): readonly LevelField[] {
  const all = definition.levels[Number(id)]?.blocks.flatMap((block) => block.fields) ?? [];
  return fields.flatMap(({ field }) => all.filter((each) => each.field === field.id));
}
