import { WIDEST } from "../../privacy/grid";
import type {
  Choice,
  Estimate,
  Item,
  Matrix,
  Measured,
  Option,
  Question,
  Scale,
  Several,
  Shown,
  Skippable,
} from "./definition";
import { isQuestion } from "./definition";
import { answersOf, columnsOf, compareTyped, NOT_ASKED, pointOf, SKIP } from "./domain";
import { type Condition, type Kind, parseExpression } from "./expression";
import { FURTHEST, MOST_STEPS } from "./grids";
import { decimal, isDay } from "./numbers";
import { distinct, flag, line, list, matching, oneOf, peek, record, refuse, text, whole } from "./reading";

/** Notes each text of the survey under its path. */
type NoteText = (path: string, text: string) => string;

type Get = (key: string) => unknown;

const types = [
  ...(["yes_no", "single_choice", "dropdown", "multiple_choice", "scale", "number", "date", "matrix"] as const),
  ...(["section", "consent", "page"] as const),
];
const ownKeys: Readonly<Record<Item["type"], readonly string[]>> = {
  yes_no: ["options", "may_skip"],
  single_choice: ["options", "may_skip", "shuffle"],
  dropdown: ["options", "may_skip", "shuffle"],
  multiple_choice: ["options", "most_choices", "may_skip", "shuffle"],
  scale: ["scale", "may_skip"],
  number: ["number", "may_skip"],
  date: ["date", "may_skip"],
  matrix: ["rows", "options", "may_skip"],
  section: [],
  consent: ["label"],
  page: ["shuffle"],
};
const id = /^[a-z][a-z0-9_]{0,31}$/;

/** The items of a survey in order; each condition may look at the questions before it. */
export function parseItems(value: unknown, note: NoteText): readonly Item[] {
  const items: Item[] = [];
  let pageHides = false;
  list(value, "questions", 1, 100, (raw, at) => {
    const item = parseItem(raw, at, items, pageHides, note);
    if (item.type === "page") pageHides = item.showIf !== null;
    items.push(item);
  });
  distinct(items, (item) => item.id, "questions");
  whole(items.filter(isQuestion).length, "number of questions", 1, 50);
  return items;
}

function parseItem(value: unknown, at: string, before: readonly Item[], pageHides: boolean, note: NoteText): Item {
  const type = oneOf(peek(value, "type"), `${at}.type`, types);
  const get = record(value, at, ["id", "type", "text", "help", "show_if", ...ownKeys[type]]);
  const name = idOf(get("id"), `${at}.id`);
  const showIf = parseCondition(get("show_if"), `${at}.show_if`, before);
  const base: Shown = {
    id: name,
    text: note(`${name}.text`, text(get("text"), `${at}.text`, type === "page" ? 0 : 1, 500)),
    help: note(`${name}.help`, text(get("help"), `${at}.help`, 0, 500)),
    showIf,
    mayBeHidden: showIf !== null || (pageHides && type !== "page"),
  };
  if (type === "section") return { ...base, type };
  if (type === "page") return { ...base, type, shuffle: flag(get("shuffle"), `${at}.shuffle`) };
  if (type === "consent") {
    note(`${name}.label`, line(get("label"), `${at}.label`, 1, 200));
    return { ...base, type };
  }
  const maySkip = flag(get("may_skip"), `${at}.may_skip`);
  if (type === "scale") return { ...base, type, maySkip, ...parseScale(get("scale"), at, name, note) };
  if (type === "number" || type === "date") {
    const measure = { ...base, type, maySkip, ...parseMeasure(type, get(type), at, name, note) };
    const { estimate } = measure;
    const [mayBeNone, hidden] = [estimate?.of === "mean" && estimate.steps === 1, base.mayBeHidden];
    if (mayBeNone && hidden && !maySkip) refuse(at, "must be one that may be skipped");
    if (estimate !== null && !mayBeNone && (maySkip || hidden)) refuse(at, "must be asked of everybody");
    return measure;
  }
  return { ...base, maySkip, ...parseOptions(type, get, at, name, note) };
}

function parseCondition(value: unknown, at: string, before: readonly Item[]): Condition | null {
  if (value === "") return null;
  if (typeof value !== "string") refuse(at, "must be text");
  const kinds = kindsBefore(before);
  try {
    return parseExpression(value, (operand) => kinds.get(operand) ?? null);
  } catch (error) {
    if (error instanceof RangeError) refuse(at, error.message);
    throw error;
  }
}

/** What conditions may look at, once these items were passed. */
export function kindsBefore(before: readonly Item[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const question of before.filter(isQuestion)) {
    for (const column of columnsOf(question)) kinds.set(column.key, kindOf(question));
  }
  return kinds;
}

function kindOf(question: Question): Kind {
  if (question.type === "scale") return { kind: "number", points: answersOf(question).map(pointOf) };
  if (question.type === "number") return { kind: "number", points: null };
  if (question.type === "date") return { kind: "date" };
  return {
    kind: question.type === "multiple_choice" ? "set" : "choice",
    ids: question.options.map((option) => option.id),
  };
}

function parseScale(value: unknown, at: string, name: string, note: NoteText): Pick<Scale, "least" | "most"> {
  const get = record(value, `${at}.scale`, ["least", "most", "least_label", "most_label"]);
  const least = whole(get("least"), `${at}.scale.least`, -100, 100);
  const most = whole(get("most"), `${at}.scale.most`, least + 1, least + 10);
  note(`${name}.scale.least`, line(get("least_label"), `${at}.scale.least_label`, 0, 200));
  note(`${name}.scale.most`, line(get("most_label"), `${at}.scale.most_label`, 0, 200));
  return { least, most };
}

function parseMeasure(
  type: Measured["type"],
  value: unknown,
  place: string,
  name: string,
  note: NoteText,
): Pick<Measured, "edges" | "least" | "most" | "estimate"> {
  const at = `${place}.${type}`;
  const wanted = type === "number" ? peek(value, "estimate") : undefined;
  const further = wanted === undefined ? [] : ["estimate"];
  const get = record(value, at, ["edges", ...(type === "number" ? ["unit"] : []), "least", "most", ...further]);
  const read = (raw: unknown, where: string): string =>
    type === "number" ? matching(raw, where, decimal, "a decimal number") : parseDay(raw, where);
  const estimate = wanted === undefined ? null : parseEstimate(wanted, `${at}.estimate`);
  const [fewest, largest] = estimate === null ? [1, 50] : [0, 0];
  const edges = list(get("edges"), `${at}.edges`, fewest, largest, read);
  edges.slice(1).forEach((edge, index) => {
    if (compareTyped(type, edges[index] ?? edge, edge) >= 0) refuse(`${at}.edges`, "must rise");
  });
  if (type === "number") note(`${name}.number.unit`, line(get("unit"), `${at}.unit`, 0, 40));
  const limit = (key: string): string | null => (get(key) === null ? null : read(get(key), `${at}.${key}`));
  const [least, most] = [limit("least"), limit("most")];
  if (least !== null && most !== null && compareTyped(type, least, most) >= 0)
    refuse(`${at}.most`, "must be above the least");
  if (estimate !== null && (least !== null || most !== null)) refuse(at, "has bounds and limits");
  return { edges, least, most, estimate };
}

/** Twin of surveys/questions/number_estimate.py. */
function parseEstimate(value: unknown, at: string): Estimate {
  const get = record(value, at, ["of", "low", "high", "steps"]);
  const of = oneOf(get("of"), `${at}.of`, ["mean", "distribution"] as const);
  const low = whole(get("low"), `${at}.low`, -FURTHEST, FURTHEST - 1);
  const high = whole(get("high"), `${at}.high`, low + 1, Math.min(low + WIDEST, FURTHEST));
  const finest = Math.min(MOST_STEPS[of], high - low);
  return { of, low, high, steps: whole(get("steps"), `${at}.steps`, 1, finest) };
}

function parseDay(value: unknown, at: string): string {
  if (typeof value !== "string" || !isDay(value)) refuse(at, "must be a date that exists");
  return value;
}

type Optioned =
  | Omit<Choice, keyof Shown | keyof Skippable>
  | Omit<Several, keyof Shown | keyof Skippable>
  | Omit<Matrix, keyof Shown | keyof Skippable>;

function parseOptions(type: Optioned["type"], get: Get, at: string, name: string, note: NoteText): Optioned {
  const read = (key: "options" | "rows", least: number, most: number): Option[] => {
    const exclusive = type === "multiple_choice";
    const parsed = list(get(key), `${at}.${key}`, least, most, (item, where) =>
      parseOption(item, where, exclusive, `${name}.${key}`, note),
    );
    distinct(parsed, (option) => option.id, `${at}.${key}`);
    distinct(parsed, (option) => option.label.trim(), `${at}.${key}`);
    return parsed;
  };
  if (type === "matrix") return { type, rows: read("rows", 1, 20), options: read("options", 2, 11) };
  const options = read("options", 2, type === "multiple_choice" ? 64 : 200);
  if (type === "yes_no") {
    if (options.map((option) => option.id).join() !== "yes,no") refuse(`${at}.options`, "must be yes, no");
    return { type, options, shuffle: false };
  }
  const shuffle = flag(get("shuffle"), `${at}.shuffle`);
  if (type !== "multiple_choice") return { type, options, shuffle };
  const most = get("most_choices");
  const mostChoices = most === null ? options.length : whole(most, `${at}.most_choices`, 1, options.length);
  return { type, options, shuffle, mostChoices };
}

function parseOption(value: unknown, at: string, exclusive: boolean, path: string, note: NoteText): Option {
  const get = record(value, at, ["id", "label", ...(exclusive ? ["exclusive"] : [])]);
  const name = idOf(get("id"), `${at}.id`);
  const label = note(`${path}.${name}`, line(get("label"), `${at}.label`, 1, 200));
  return { id: name, label, exclusive: exclusive && flag(get("exclusive"), `${at}.exclusive`) };
}

function idOf(value: unknown, at: string): string {
  const name = matching(value, at, id, "an id");
  if (name === SKIP || name === NOT_ASKED) refuse(at, "is a reserved id");
  return name;
}
