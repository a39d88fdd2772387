import { element, tickBox } from "../../element";
import type { Note } from "../../version/definition";
import { type Field, faultLine, type Surroundings, saying, textOf } from "./field";

/** Words between the questions. */
export function sectionField(item: Note, around: Surroundings): Field {
  const help = around.voice.say(`${item.id}.help`).text === "" ? [] : [saying(around, "p", `${item.id}.help`)];
  return {
    item,
    node: element("div", { class: "question" }, saying(around, "h2", `${item.id}.text`), ...help),
    faults: () => [],
  };
}

const AGREED = "agreed";

/** What must be agreed to before going on. The tick is never sent. */
export function consentField(item: Note, around: Surroundings): Field {
  const { sheet, voice } = around;
  const line = faultLine(item.id);
  const box = tickBox(item.id, 0, sheet.answer(item.id) === AGREED, (on) => {
    sheet.give(item.id, on ? AGREED : undefined);
    line.tell("");
    around.changed();
  });
  box.setAttribute("aria-describedby", `${item.id}-fault`);
  const text = saying(around, "p", `${item.id}.text`);
  const help = voice.say(`${item.id}.help`).text === "" ? [] : [saying(around, "p", `${item.id}.help`)];
  const label = element("label", { class: "option" }, box, saying(around, "span", `${item.id}.label`));
  const node = element("div", { class: "question" }, text, ...help, line.node, label);
  const faults = () => {
    const missing = sheet.answer(item.id) !== AGREED;
    line.tell(missing ? voice.texts.fields.agree : "");
    return missing
      ? [{ text: voice.texts.fields.agree, about: textOf(around, `${item.id}.label`), lead: () => box.focus() }]
      : [];
  };
  return { item, node, faults };
}
