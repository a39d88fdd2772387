import type { HierarchyRule } from "../../../api/types";
import { ALL, type Flaw, type Path, type Tree, treeOf } from "./tree";

const HIDDEN = "*"; // a masked character
const DAY = /^(\d{4})-(\d{2})-\d{2}$/;

const flaw = (code: Flaw["flaw"], ...about: (string | number)[]): Flaw => ({ flaw: code, about: about.map(String) });
const isDay = (text: string): boolean => {
  const moment = new Date(`${text}T00:00Z`);
  return !Number.isNaN(moment.valueOf()) && moment.toISOString().startsWith(text); // no 30 February
};
const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

/** Cells of a text between `mark`, with quotes as a spreadsheet writes them; empty lines are left out. */
export function cellsOf(text: string, mark: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = () => {
    if (row.length > 0 || cell !== "") rows.push([...row, cell]);
    [row, cell] = [[], ""];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && cell === "") quoted = true;
    else if (letter === mark) {
      row.push(cell);
      cell = "";
    } else if (letter === "\n" || letter === "\r") endRow();
    else cell += letter;
  }
  endRow();
  return rows;
}

/** The paths of a file as ARX writes one: no headings, a line for each value, `*` last, between `;` or `,`. */
function ofFile(text: string): Path[] | Flaw {
  const lines = text.replace(/^\uFEFF/, "");
  const marks = [";", ","].filter((mark) => lines.split("\n", 1)[0]?.includes(mark));
  if (lines.trim() === "") return flaw("empty");
  if (marks.length === 0) return flaw("noSeparator");
  const read = marks.map((mark) => cellsOf(lines, mark));
  const whole = read
    .filter((rows) => new Set(rows.map(({ length }) => length)).size === 1)
    .map((rows) => rows.map((row) => row.map((cell) => cell.trim())));
  const under = whole.find((rows) => rows[0]?.at(-1) === ALL);
  const underOne = whole.find(isUnderOne);
  if (under) return under;
  if (underOne) return underOne.map((row) => [...row, ALL]);
  return (read[0] ?? []).map((row) => row.map((cell) => cell.trim()));
}

/** Whether one name stands at the end of all rows, behind the values. */
function isUnderOne(rows: readonly string[][]): boolean {
  const tops = new Set(rows.map((row) => row.at(-1)));
  return (rows[0]?.length ?? 0) > 1 && tops.size === 1 && !tops.has("");
}

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

/** Numbers of intervals as whole numbers of units of the values' last decimal place, so that nothing is rounded. */
interface Units {
  start: number;
  widths: readonly number[];
  bottom: number | undefined;
  top: number | undefined;
  write: (units: number) => string;
}

function inUnits(rule: HierarchyRule, decimals: number): Units | Flaw {
  const { start = 0, widths = [], bottom, top } = rule;
  const numbers = [start, ...widths, bottom, top].filter((number) => number !== undefined);
  const finer = numbers.find((number) => Number.isInteger(count(number, decimals)) === false);
  if (finer !== undefined) return flaw("finer", finer, decimals);
  return {
    start: count(start, decimals),
    widths: widths.map((width) => count(width, decimals)),
    bottom: bottom === undefined ? undefined : count(bottom, decimals),
    top: top === undefined ? undefined : count(top, decimals),
    write: (units) => (units / 10 ** decimals).toFixed(decimals),
  };
}

/** How many units of the last of so many decimal places a number has: no whole number where it has more places. */
function count(number: number | string, decimals: number): number {
  const [whole = "", places = ""] = String(number).split(".");
  const kept = places.replace(/0+$/, "");
  return kept.length > decimals ? Number.NaN : Number(whole + kept.padEnd(decimals, "0"));
}

function wrongIntervals({ start, widths, bottom, top, write }: Units): Flaw | undefined {
  if (widths.length === 0 || Math.min(...widths) < 1) return flaw("widths", write(1));
  for (const [index, wide] of widths.entries()) {
    const narrow = widths[index - 1];
    const isMultiple = narrow === undefined || (wide > narrow && wide % narrow === 0);
    if (!isMultiple) return flaw("multiple", write(wide), write(narrow));
  }
  const widest = widths.at(-1) ?? 1;
  const cut = [bottom, top].find((bound) => bound !== undefined && (bound - start) % widest !== 0);
  if (cut !== undefined) return flaw("cut", write(cut), write(widest), write(start));
  const isTurned = bottom !== undefined && top !== undefined && bottom >= top;
  return isTurned ? flaw("bottom", write(bottom), write(top)) : undefined;
}

function intervals(values: readonly string[], rule: HierarchyRule): Path[] | Flaw {
  const decimals = Math.max(...values.map(decimalsOf));
  const units = inUnits(rule, decimals);
  const wrong = "flaw" in units ? units : wrongIntervals(units);
  if (wrong || "flaw" in units) return wrong ?? flaw("widths", 1);
  const { start, widths, bottom, top, write } = units;
  const named = (number: number, width: number): string => {
    if (bottom !== undefined && number < bottom) return `<${write(bottom)}`;
    if (top !== undefined && number >= top) return `>=${write(top)}`;
    const low = start + Math.floor((number - start) / width) * width;
    if (width === 1) return write(low);
    const [first, last] = [write(low), write(low + width - 1)];
    return low < 0 ? `[${first} .. ${last}]` : `${first}-${last}`; // a cell that begins with - may be run as a formula
  };
  const numbers = [...new Set(values.map((value) => count(value, decimals)))].toSorted((left, right) => left - right);
  return numbers.map((number) => [write(number), ...widths.map((width) => named(number, width)), ALL]);
}

function masks(values: readonly string[], atOnce: number, pad: HierarchyRule["pad"]): Path[] | Flaw {
  const texts = sorted(values).map((value) => [...value]);
  const length = pad ? Math.max(...texts.map((text) => text.length)) : (texts[0]?.length ?? 0);
  const other = pad ? undefined : texts.find((text) => text.length !== length);
  if (other) return flaw("lengths", other.join(""), texts[0]?.join("") ?? "");
  const masked = texts.find((text) => text.includes(HIDDEN));
  if (masked) return flaw("mask", masked.join(""));
  if (atOnce < 1) return flaw("atOnce");
  const hidden = Array.from({ length: Math.max(0, Math.ceil(length / atOnce) - 1) }, (_, step) => (step + 1) * atOnce);
  return texts.map((text) => {
    const filling = Array<string>(length - text.length);
    const whole = pad === "zeros" ? [...filling.fill("0"), ...text] : [...text, ...filling.fill(" ")];
    const shown = hidden.map((many) => whole.slice(0, length - many).join("") + HIDDEN.repeat(many));
    return [text.join(""), ...shown, ALL];
  });
}

function days(values: readonly string[]): Path[] | Flaw {
  const paths: Path[] = [];
  for (const text of sorted(values)) {
    const [, year, month] = DAY.exec(text) ?? [];
    if (!year || !month || !isDay(text)) return flaw("day", text);
    const decade = Math.floor(Number(year) / 10) * 10;
    const four = (number: number) => String(number).padStart(4, "0");
    const quarter = Math.ceil(Number(month) / 3);
    paths.push([text, `${year}-${month}`, `${year}-Q${quarter}`, year, `${four(decade)}-${four(decade + 9)}`, ALL]);
  }
  return paths;
}

function inOrder(values: readonly string[], sizes: readonly number[]): Path[] | Flaw {
  for (const [index, large] of sizes.entries()) {
    const small = sizes[index - 1] ?? 1;
    if (large <= small || large % small !== 0) return flaw("runs", large, small);
  }
  const run = (place: number, size: number): string => {
    const first = Math.floor(place / size) * size;
    const last = Math.min(first + size, values.length) - 1;
    return first === last ? (values[first] ?? "") : `[${values[first]} .. ${values[last]}]`;
  };
  return values.map((value, index) => [value, ...sizes.map((size) => run(index, size)), ALL]);
}

function pathsOf(rule: HierarchyRule, domain: readonly string[]): readonly Path[] | Flaw {
  const groups = Object.entries(rule.groups ?? {});
  switch (rule.kind) {
    case "csv":
      return ofFile(rule.text ?? "");
    case "intervals":
      return intervals(domain, rule);
    case "mask":
      return masks(domain, rule.at_once ?? 1, rule.pad);
    case "dates":
      return days(domain);
    case "order":
      return inOrder(rule.values ?? [], rule.sizes ?? []);
    case "groups":
      return groups.flatMap(([group, values]) => values.map((value) => [value, group, ALL]));
    case "flat":
      return sorted(domain).map((value) => [value, ALL]);
  }
}

/** Those that are made of the values of the column, and of nothing else. */
const OF_THE_VALUES: readonly HierarchyRule["kind"][] = ["intervals", "mask", "dates", "flat"];

/** The tree that the server would make, or what is wrong; undefined where it is made of values that only occur in rows. */
export function hierarchyOf(rule: HierarchyRule, domain: readonly string[]): Tree | Flaw | undefined {
  if (domain.length === 0 && OF_THE_VALUES.includes(rule.kind)) return undefined;
  const paths = pathsOf(rule, domain);
  return "flaw" in paths ? paths : treeOf(paths);
}
