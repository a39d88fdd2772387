import { element, tickBox } from "../element";
import { line } from "../version/reading";
import { faultLine, helpOf, saying, textOf } from "./field";
import type { ItemType } from "./questionType";

const AGREED = "agreed";

/** What must be agreed to before going on. The tick is never sent. */
export const CONSENT: ItemType = {
  slug: "consent",
  keys: ["label"],
  needsTick: true,
  parse(base, { get, at, note }) {
    note(`${base.id}.label`, line(get("label"), `${at}.label`, 1, 200));
    return base;
  },
  field(item, around) {
    const { sheet, voice } = around;
    const fault = faultLine(item.id);
    const box = tickBox(item.id, 0, sheet.answer(item.id) === AGREED, (on) => {
      sheet.give(item.id, on ? AGREED : undefined);
      fault.tell("");
      around.changed();
    });
    box.setAttribute("aria-describedby", `${item.id}-fault`);
    const text = saying(around, "p", `${item.id}.text`);
    const label = element("label", { class: "option" }, box, saying(around, "span", `${item.id}.label`));
    const node = element("div", { class: "question" }, text, ...helpOf(item, around), fault.node, label);
    const faults = () => {
      const missing = sheet.answer(item.id) !== AGREED;
      fault.tell(missing ? voice.texts.fields.agree : "");
      return missing
        ? [{ text: voice.texts.fields.agree, about: textOf(around, `${item.id}.label`), lead: () => box.focus() }]
        : [];
    };
    return { item, node, faults };
  },
};
