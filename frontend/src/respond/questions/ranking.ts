import { button, element } from "../element";
import { ordered } from "../order";
import { paragraph } from "../screens/screen";
import type { Column, Option, Question } from "../version/definition";
import { pointId, pointOf, SKIP } from "../version/domain";
import { flag } from "../version/reading";
import { type Field, faultLine, notesOf, oneFault, type Surroundings, saying, textOf } from "./field";
import { parseOptions } from "./options";
import type { QuestionType } from "./questionType";

interface Ranking extends Question {
  readonly rows: readonly Option[];
}

/** A question that is answered with an order of its rows: each has a rank, and is reported by itself. */
export const RANKING: QuestionType<Ranking> = {
  slug: "ranking",
  keys: ["rows", "may_skip", "shuffle"],
  parse(base, reader) {
    const rows = parseOptions("rows", base, reader, 3, 5);
    const answers = rows.map((_, index) => pointId(index + 1));
    return {
      ...base,
      ...{ rows, answers },
      shuffle: flag(reader.get("shuffle"), `${reader.at}.shuffle`),
      kind: { kind: "number", points: answers.map(pointOf) },
      label: (answer, { texts }) => ({
        text: texts.fields.rank(written(pointOf(answer), texts.language)),
        language: texts.language,
      }),
    };
  },
  field: rankingField,
};

const written = (rank: number | string, language: string): string =>
  new Intl.NumberFormat(language).format(Number(rank));

/**
 * The rows as a list, each with two buttons that move it. The order shown at first is the author's or drawn, and no answer:
 * it counts once a row is moved, or the order confirmed.
 */
function rankingField(ranking: Ranking, around: Surroundings): Field {
  const { sheet, voice, definition } = around;
  const { fields, skip, language } = voice.texts;
  const columns = definition.columns.filter((each) => each.question === ranking);
  const rankOf = ({ key }: Column): number => ranking.answers.indexOf(String(sheet.answer(key)));
  const isRanked = (): boolean => columns.every((column) => rankOf(column) >= 0);
  const fault = faultLine(ranking.id);
  const status = element("p", { role: "status" });
  const list = element("ol", { class: "ranks", role: "list" });
  const first = ordered(columns, around.orders.get(ranking.id));
  let order = isRanked() ? Array.from(columns).sort((left, right) => rankOf(left) - rankOf(right)) : first;

  const rows = new Map(columns.map((column) => [column, rowOf(column)] as const));
  function rowOf(column: Column) {
    const path = `${ranking.id}.rows.${column.row?.id ?? ""}`;
    const name = saying(around, "span", path);
    name.id = `${ranking.id}-${column.row?.id}`;
    const place = element("span", { class: "rank" });
    const mover = (label: string, by: number): HTMLButtonElement => {
      const control = button(label, "side", () => move(column, by, control, textOf(around, path)));
      control.id = `${name.id}${by > 0 ? "-lower" : "-higher"}`;
      control.setAttribute("aria-labelledby", `${control.id} ${name.id}`);
      return control;
    };
    const [higher, lower] = [mover(fields.higher, -1), mover(fields.lower, 1)];
    return { node: element("li", {}, place, name, higher, lower), place, higher, lower };
  }

  const confirm = button(fields.keepOrder, "side", () => {
    give(order);
    rows.get(order[0] as Column)?.lower.focus(); // the button that was pressed is gone
  });

  /** What moves keeps the focus, and at an end the button stays: it is only said to do nothing. */
  function move(column: Column, by: number, control: HTMLElement, name: string): void {
    const [from, to] = [order.indexOf(column), order.indexOf(column) + by];
    if (to < 0 || to >= order.length) return;
    const others = order.filter((each) => each !== column);
    give([...others.slice(0, to), column, ...others.slice(to)]);
    status.textContent =
      from === to ? "" : fields.moved(name, written(to + 1, language), written(order.length, language));
    control.focus();
  }

  function give(next: readonly Column[], answer?: string): void {
    order = next;
    for (const [index, column] of order.entries()) sheet.give(column.key, answer ?? ranking.answers[index]);
    fault.tell("");
    show();
    around.changed();
  }

  function show(): void {
    const ranked = isRanked();
    list.textContent = "";
    order.forEach((column, index) => {
      const row = rows.get(column);
      if (row === undefined) return;
      row.place.textContent = ranked ? written(index + 1, language) : "";
      row.higher.setAttribute("aria-disabled", String(index === 0));
      row.lower.setAttribute("aria-disabled", String(index === order.length - 1));
      list.append(row.node);
    });
    confirm.hidden = ranked;
    const skipped = columns.some(({ key }) => sheet.answer(key) === SKIP);
    status.textContent = ranked ? "" : skipped ? skip : fields.untouched;
  }
  show();

  const own = columns.filter(({ key }) => sheet.lot.keys.has(key));
  const sent = own.filter((column) => !sheet.lot.staying.includes(column));
  const names = sent.map(({ row }) => textOf(around, `${ranking.id}.rows.${row?.id ?? ""}`)).join(", ");
  const isPart = sent.length > 0 && sent.length < columns.length;
  const node = element(
    "fieldset",
    { "aria-describedby": `${ranking.id}-notes ${ranking.id}-fault` },
    saying(around, "legend", `${ranking.id}.text`),
    notesOf(
      ranking,
      around,
      [fields.orderHow, ...(isPart ? [fields.ranksSent(names)] : [])].map((text) => paragraph(text)),
    ),
    fault.node,
    list,
    status,
    confirm,
    ...(ranking.maySkip ? [button(skip, "side", () => give(first, SKIP))] : []),
  );
  const faults = () => {
    const missing = own.some((column) => sheet.needs(column));
    return oneFault(fault, around, ranking, missing ? fields.unanswered : "", () =>
      rows.get(order[0] as Column)?.lower.focus(),
    );
  };
  return { item: ranking, node, faults };
}
