import type { Entropy } from "../privacy/entropy";
import type { Answer } from "../privacy/perturb";
import { checkLength } from "../privacy/perturb";
import { drawRecord, recordBytes, splitRecord, withDraw, withoutDraw } from "../privacy/record";
import { blockOf } from "./chosen";
import { sheetsOf } from "./flow";
import type { Column, Definition, Draw, Item, Level } from "./version/definition";
import { isNote, isQuestion } from "./version/definition";
import { columnsOf } from "./version/domain";
import type { Condition } from "./version/expression";
import { referencesIn } from "./version/piping";

/** The index of the draw that a word chooses: the first whose weight, with those before it, is above the word. */
export function drawOf(word: number, draws: readonly Pick<Draw, "weight">[]): number {
  let end = 0;
  return draws.findIndex(({ weight }) => {
    end += weight;
    return word < end;
  });
}

/** A level with the fields that one of its draws sends, or where every block is sent with all. A RangeError when there is no such draw. */
export function levelOfDraw(level: Level, index: number): Level {
  if (level.draws.length === 0) return level;
  const draw = level.draws[index];
  if (draw === undefined) throw new RangeError(`there is no draw ${index}`);
  return { ...level, draw: index, fields: level.fields.filter(({ field }) => draw.blocks.includes(blockOf(field))) };
}

/** The level of whoever read this word. */
export const levelOfWord = (level: Level, word: number): Level => levelOfDraw(level, drawOf(word, level.draws));

/** The level with the draw that a record names at its head. */
export const levelOfRecord = (level: Level, record: Uint8Array): Level => levelOfDraw(level, record[0] ?? -1);

/** Draw the record of a level, of which a draw was taken if it has some: how long it is follows from the level alone. */
export function recordOf(level: Level, answers: readonly Answer[], entropy: Entropy): Uint8Array {
  if ((level.draw === null) !== (level.draws.length === 0)) throw new RangeError("no draw was taken");
  const specs = level.fields.map(({ spec }) => spec);
  const reports = drawRecord(specs, answers, entropy);
  return level.draw === null ? reports : withDraw(level.draw, reports, level.recordBytes);
}

/** The reports in a record of a level with its draw. A RangeError when it has another length, or marks in its zeros. */
export function reportsIn(level: Level, record: Uint8Array): readonly Uint8Array[] {
  const specs = level.fields.map(({ spec }) => spec);
  if (level.draw === null) return splitRecord(specs, record);
  checkLength(record, level.recordBytes);
  return splitRecord(specs, withoutDraw(record, recordBytes(specs)));
}

/** What one person is to answer. */
export interface Lot {
  /** The keys of the answers to give. */
  readonly keys: ReadonlySet<string>;
  readonly items: readonly Item[];
  /** What is answered and not sent. */
  readonly staying: readonly Column[];
  /** The keys of what is sent, and of what decides about it. */
  readonly deciding: ReadonlySet<string>;
}

/** What is answered at a level with its draw: it follows from nothing else. */
export function lotOf(definition: Definition, level: Level): Lot {
  const { columns, asksAll } = definition;
  const sent = new Set(keysOf(level));
  const deciding = withAntecedents(definition, sent);
  const keys = asksAll ? new Set(columns.map(({ key }) => key)) : deciding;
  const staying = columns.filter(({ key }) => keys.has(key) && !sent.has(key));
  return { keys, deciding, staying, items: itemsOf(definition, keys) };
}

const keysOf = ({ fields }: Level): readonly string[] => fields.flatMap(({ field }) => field.of.map(({ key }) => key));

/** These keys, and all that what they stand for reads, however far back; a consent everybody is asked, so it is read for. */
export function withAntecedents(definition: Definition, sent: Iterable<string>): ReadonlySet<string> {
  const reads = readsOf(definition);
  const keys = new Set<string>();
  const addAll = (more: Iterable<string>): void => {
    for (const key of more) {
      if (keys.has(key) || !definition.columns.some((column) => column.key === key)) continue;
      keys.add(key);
      addAll(reads.get(key.replace(/\..*/, "")) ?? []);
    }
  };
  addAll(sent);
  for (const item of definition.items) if (item.needsTick) addAll(reads.get(item.id) ?? []);
  return keys;
}

/** What each item reads: in its condition and its page's, and in the texts of both, in any language. */
function readsOf({ items, sayings, translations }: Definition): ReadonlyMap<string, readonly string[]> {
  const texts = [sayings, ...Array.from(translations.values())].flatMap((each) => Array.from(each));
  const reads = new Map<string, readonly string[]>();
  let page: readonly string[] = [];
  for (const { id, beginsPage, showIf } of items) {
    const pipes = texts.flatMap(([path, text]) => (path.startsWith(`${id}.`) ? referencesIn(text) : []));
    const own = [...operandsOf(showIf), ...pipes];
    if (beginsPage) page = own;
    reads.set(id, [...page, ...own]);
  }
  return reads;
}

function operandsOf(condition: Condition | null): readonly string[] {
  if (condition === null) return [];
  if (condition.verb === "and" || condition.verb === "or") return condition.parts.flatMap(operandsOf);
  return condition.verb === "not" ? operandsOf(condition.part) : [condition.of];
}

/** What is answered, consents, and the words on pages with either; a page that has nothing but words keeps them. */
function itemsOf(definition: Definition, keys: ReadonlySet<string>): readonly Item[] {
  const sheets = sheetsOf(definition);
  const isAnswered = (item: Item): boolean =>
    item.needsTick || (isQuestion(item) && columnsOf(item).some(({ key }) => keys.has(key)));
  return definition.items.filter((item) => {
    if (!isNote(item)) return item.beginsPage || isAnswered(item);
    const beside = sheets.find(({ items }) => items.includes(item))?.items ?? [];
    return beside.some(isAnswered) || beside.every(isNote);
  });
}

/** How many questions are sent at these levels: the fewest and the most. A row of a matrix counts as one. */
export function sizesOf(levels: readonly Level[]): readonly [number, number] {
  const drawn = levels.flatMap((level) =>
    level.draw === null ? level.draws.map((_, index) => levelOfDraw(level, index)) : [level],
  );
  const sizes = drawn.map((level) => keysOf(level).length);
  return [Math.min(...sizes), Math.max(...sizes)];
}
