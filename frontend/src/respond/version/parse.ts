import { parseItems } from "../questions/items";
import type { Sayings } from "../voice";
import type { Definition } from "./definition";
import { isQuestion } from "./definition";
import { columnsOf } from "./domain";
import { type Block, parseBlocks, parseLevels } from "./levels";
import { parseSend } from "./parseDraws";
import {
  distinct,
  entries,
  flag,
  line,
  list,
  matching,
  nothing,
  oneOf,
  peek,
  record,
  refuse,
  text,
  whole,
} from "./reading";

const sha256 = /^[0-9a-f]{64}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const language = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** What may have several lines; all else stands in lines of the receipt. */
const lines = /^description$|\.(?:text|help)$/;
const keys = [
  ...["format", "survey", "number", "language", "languages", "translations", "title", "description", "questions"],
  ...["blocks", "levels", "cap", "opens_at", "closes_at", "cap_reports", "ingest", "token_key", "bundle", "simulated"],
];

const states = ["scheduled", "open", "paused", "closed"] as const;

export interface Published {
  readonly hash: string;
  readonly state: (typeof states)[number];
  readonly definition: unknown;
}

/** What the server says stands behind a link. */
export function parsePublished(value: unknown): Published {
  const get = record(value, "answer", ["hash", "state", "definition"]);
  return {
    hash: matching(get("hash"), "hash", sha256, "64 hexadecimal digits"),
    state: oneOf(get("state"), "state", states),
    definition: get("definition"),
  };
}

/** A survey version, read whole: an unknown key, type, shape or sum is refused, never skipped. A draft is number 0. */
export function parseDefinition(value: unknown, draft: boolean): Definition {
  const byQuestion = peek(value, "level_choice") !== undefined;
  const some = peek(value, "send") !== undefined;
  const further = some ? ["send"] : byQuestion ? ["level_choice"] : []; // not both: levels of some questions are the report's
  const get = record(value, "definition", [...keys, ...further]);
  const send = some ? parseSend(get("send")) : null;
  if (byQuestion) oneOf(get("level_choice"), "level_choice", ["question"]);
  oneOf(get("format"), "format", ["datahub-survey-version/2"]);
  matching(get("survey"), "survey", uuid, "a UUID");
  nothing(get("token_key"), "token_key");
  const sayings = new Map<string, string>();
  const note = (path: string, id: string): string => {
    sayings.set(path, id);
    return id;
  };
  note("title", line(get("title"), "title", 1, 200));
  note("description", text(get("description"), "description", 0, 2_000));
  const items = parseItems(get("questions"), note);
  const simulated = flag(get("simulated"), "simulated");
  const columns = items.filter(isQuestion).flatMap(columnsOf);
  const blocks = parseBlocks(get("blocks"), columns, some);
  const everybodys = ({ fields }: Block): boolean =>
    fields.every(({ of }) => of.every(({ question }) => !question.mayBeHidden));
  if (get("opens_at") !== null) parseTime(get("opens_at"), "opens_at");
  if (get("cap_reports") !== null) whole(get("cap_reports"), "cap_reports", 1, 10_000_000);
  return {
    number: draft ? whole(get("number"), "number", 0, 0) : whole(get("number"), "number", 1, 1_000_000),
    ...parseLanguages(get),
    sayings,
    items,
    columns,
    levels: parseLevels(get("levels"), blocks, get("cap"), send),
    choosers: byQuestion ? blocks.map(everybodys) : null,
    asksAll: send === null || send.asksAll,
    closesAt: get("closes_at") === null ? null : parseTime(get("closes_at"), "closes_at"),
    ingest: parseIngest(get("ingest"), simulated),
    bundle: matching(get("bundle"), "bundle", sha256, "64 hexadecimal digits"),
    simulated,
  };
}

function parseTime(value: unknown, at: string): string {
  const moment = matching(value, at, time, "a time in UTC");
  if (Number.isNaN(Date.parse(moment))) refuse(at, "must be a time that exists");
  return moment;
}

/** A language without translations shows the texts of the base language; one that is not offered is left out. */
function parseLanguages(get: (key: string) => unknown): Pick<Definition, "language" | "translations"> {
  const tag = (value: unknown, at: string): string => matching(value, at, language, "a language tag");
  const base = tag(get("language"), "language");
  const further = list(get("languages"), "languages", 0, 20, tag);
  distinct([base, ...further], (each) => each, "languages");
  const written = new Map<string, Sayings>();
  for (const [name, texts] of entries(get("translations"), "translations")) {
    const at = `translations.${tag(name, "translations")}`;
    written.set(
      name,
      new Map(
        entries(texts, at).map(([path, wording]) => [
          path,
          (lines.test(path) ? text : line)(wording, `${at}.${path}`, 0, 2_000),
        ]),
      ),
    );
  }
  return {
    language: base,
    translations: new Map(further.map((name) => [name, written.get(name) ?? new Map<string, string>()])),
  };
}

/** Batches of one show each report alone, so only simulated people may be counted that way. */
function parseIngest(value: unknown, simulated: boolean): Definition["ingest"] {
  const get = record(value, "ingest", ["batch_least", "batch_most", "shown_from", "row_bytes"]);
  const batchLeast = whole(get("batch_least"), "ingest.batch_least", simulated ? 1 : 50, 1_000);
  whole(get("row_bytes"), "ingest.row_bytes", 1, 65_536);
  return {
    batchLeast,
    batchMost: whole(get("batch_most"), "ingest.batch_most", batchLeast, 1_000_000),
    shownFrom: whole(get("shown_from"), "ingest.shown_from", 20, 1_000_000),
  };
}
