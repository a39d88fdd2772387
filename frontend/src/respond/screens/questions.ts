import { button, element } from "../element";
import type { Sheet } from "../flow";
import { levelName } from "../naming";
import { itemsInOrder, type Orders } from "../order";
import { ITEM_TYPES } from "../questions/all";
import { type Fault, type Field, type Surroundings, saying } from "../questions/field";
import type { AnswerSheet } from "../sheet";
import type { Definition, Item } from "../version/definition";
import type { Voice } from "../voice";
import { buttons, paragraph, type Screen } from "./screen";

interface Page {
  readonly definition: Definition;
  readonly sheet: AnswerSheet;
  readonly orders: Orders;
  readonly pages: readonly Sheet[];
  /** Which of the pages. */
  readonly place: number;
  readonly back: (() => void) | null;
  readonly next: () => void;
  /** Called after every answer. */
  readonly answered: () => void;
  /** Says that answers are kept, and erases them. */
  readonly kept: readonly Node[];
}

/** One page of questions. What an answer hides or shows, it hides or shows at once; on the last page, going on means Review. */
export function questionsScreen(page: Page, voice: Voice): Screen {
  const { definition, sheet, orders, pages, place } = page;
  const { texts } = voice;
  const current = pages[place] ?? { heading: null, items: [] };
  const live: (() => void)[] = [];
  const changed = (): void => {
    refresh();
    page.answered();
  };
  const around: Surroundings = { definition, sheet, orders, voice, live, changed };
  const fields = itemsInOrder(current, definition, orders).flatMap((item) => fieldsOf(item, around));
  const problem = element("div", { class: "problem", tabindex: -1 });
  problem.hidden = true;
  const once = paragraph(texts.questions.once);
  const none = paragraph(texts.questions.none);
  const forward = button(texts.next, "main", () => {
    const shown = sheet.shown();
    const faults = fields.filter(({ item }) => shown.has(item.id)).flatMap((field) => field.faults());
    if (faults.length === 0) page.next();
    else tell(problem, faults, voice);
  });
  const refresh = (): void => {
    const shown = sheet.shown();
    for (const { item, node } of fields) node.hidden = !shown.has(item.id);
    for (const write of live) write();
    const last = shownPages(pages, shown).every((each) => each <= place);
    const label = last ? texts.questions.review : texts.next;
    if (forward.textContent !== label) forward.textContent = label; // a press that is under way would be lost
    once.hidden = !last;
    none.hidden = !last || !sheet.isUnreached;
  };
  refresh();
  const shown = shownPages(pages, sheet.shown());
  const lead =
    definition.choosers === null
      ? texts.questions.lead(levelName(definition, sheet.level, voice))
      : texts.level.leadEach;
  const skips = fields.some(({ item }) => item.maySkip);
  return {
    asks: true,
    title: texts.questions.title(shown.indexOf(place) + 1, shown.length),
    content: [
      progress(shown.indexOf(place) + 1, shown.length),
      problem,
      ...(page.back === null ? [paragraph(lead)] : []),
      ...headingOf(current, around),
      ...(skips ? [paragraph(texts.questions.skipping, "quiet")] : []),
      ...page.kept,
      ...fields.map((field) => field.node),
      none,
      once,
      buttons(...(page.back === null ? [] : [button(texts.back, "side", page.back)]), forward),
    ],
  };
}

/** The places of the pages on which something is shown. */
export function shownPages(pages: readonly Sheet[], shown: ReadonlySet<string>): readonly number[] {
  const places = pages.map((page, index) => (page.items.some((item) => shown.has(item.id)) ? index : -1));
  return places.filter((place) => place >= 0);
}

/** The fields of an item: one, or none of what is no part of a page. */
function fieldsOf(item: Item, around: Surroundings): readonly Field[] {
  const field = ITEM_TYPES.find(({ slug }) => slug === item.type)?.field?.(item, around);
  return field ? [field] : [];
}

function headingOf({ heading }: Sheet, around: Surroundings): Node[] {
  if (heading === null) return [];
  const texts = (["text", "help"] as const).filter((part) => around.voice.say(`${heading.id}.${part}`).text !== "");
  return texts.map((part) => saying(around, part === "text" ? "h2" : "p", `${heading.id}.${part}`));
}

/** Say what is wrong, and lead to each place. */
function tell(problem: HTMLElement, faults: readonly Fault[], { texts }: Voice): void {
  problem.textContent = "";
  const lines = faults.map(({ text, about, lead }) =>
    element("li", {}, button(about, "side", lead), " ", element("span", {}, text === about ? "" : text)),
  );
  problem.append(element("h2", {}, texts.questions.problem(faults.length)), element("ul", {}, ...lines));
  problem.hidden = false;
  problem.focus();
}

/** How far this page reaches; where one stands, never what one answered. */
function progress(done: number, all: number): HTMLElement {
  const dots = Array.from({ length: all }, (_, index) => element("i", index < done ? { class: "done" } : {}));
  return element("div", { class: "progress", "aria-hidden": "true" }, ...dots);
}
