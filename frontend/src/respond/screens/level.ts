import type { Entropy } from "../../privacy/entropy";
import { button, element, radio, tickBox } from "../element";
import { levelName, lotOfLevels } from "../naming";
import { bestGuess, picturedOf } from "../odds";
import type { Definition, Level } from "../version/definition";
import type { Voice } from "../voice";
import { expertDetails } from "./expert";
import { levelPicture, oddsSentence } from "./odds";
import { buttons, paragraph, type Screen, section } from "./screen";
import { teaPractice } from "./tea";

interface Choice {
  readonly hash: string;
  readonly definition: Definition;
  readonly chosen: Level;
  readonly entropy: Entropy;
  /** Whether answers are to be kept on the device. */
  readonly keeps: boolean;
  readonly back: () => void;
  readonly pick: (level: Level) => void;
  readonly keep: (keeps: boolean) => void;
  readonly go: () => void;
}

/** One level for the whole report, most protective first, chosen before any question is seen. */
export function levelScreen(choice: Choice, voice: Voice): Screen {
  const { definition } = choice;
  const { texts } = voice;
  const several = definition.levels.length > 1;
  const each = definition.choosers !== null; // then what is picked here is only looked at
  let level = choice.chosen;
  const shown = element("div");
  const redraw = (): void => {
    shown.textContent = "";
    shown.append(...consequences(choice, level, voice));
  };
  const pick = (picked: Level): void => {
    level = picked;
    choice.pick(picked);
    redraw();
  };
  redraw();
  return {
    title: texts.level.title,
    content: [
      paragraph(each ? texts.level.leadEach : texts.level.lead(several)),
      several ? menu(definition, level, pick, voice) : only(definition, level, voice),
      shown,
      keeping(choice, voice),
      ...(each ? [] : [paragraph(texts.level.locked, "quiet")]),
      buttons(button(texts.back, "side", choice.back), button(texts.level.go, "main", choice.go)),
    ],
  };
}

function menu(definition: Definition, chosen: Level, pick: (level: Level) => void, voice: Voice): HTMLElement {
  const rows = definition.levels.map((level, index) => {
    const field = radio("level", index, level === chosen, () => pick(level));
    const name = element("strong", { id: `level-${level.id}` }, levelName(definition, level, voice));
    const text = element("span", { id: `level-${level.id}-odds` }, sentence(definition, level, voice));
    field.setAttribute("aria-labelledby", name.id);
    field.setAttribute("aria-describedby", text.id);
    return element("label", { class: "option" }, field, element("span", { class: "lines" }, name, text));
  });
  const { choice, compare } = voice.texts.level;
  const legend = element("legend", {}, definition.choosers === null ? choice : compare);
  return element("fieldset", { class: "levels" }, legend, element("div", {}, ...rows));
}

function only(definition: Definition, level: Level, voice: Voice): HTMLElement {
  const name = element("strong", {}, levelName(definition, level, voice));
  return element("p", { class: "lines" }, name, element("span", {}, sentence(definition, level, voice)));
}

/** The odds that are easiest to picture, both ways, and the bound for the whole report. */
function sentence(definition: Definition, level: Level, voice: Voice): string {
  const { texts } = voice;
  const bound = texts.level.bound(texts.label.bound(bestGuess(level)));
  const lots = lotOfLevels(definition, [level], voice).map((lot) => `${lot}: `);
  return `${lots.join("")}${oddsSentence(level, picturedOf(definition), texts)} ${bound}`;
}

function consequences({ definition, hash, entropy }: Choice, level: Level, { texts }: Voice): Node[] {
  return [
    section(texts.level.pictureHeading, ...levelPicture(level, picturedOf(definition), entropy, texts)),
    expertDetails({ hash, definition, level }, texts),
    section(texts.tea.question, ...teaPractice(level, entropy, texts)),
  ];
}

/** The box that keeps answers on the device, off unless somebody asks for it. */
function keeping({ keeps, keep }: Choice, { texts }: Voice): HTMLElement {
  const box = tickBox("keep", 0, keeps, keep);
  const text = element("span", { id: "keep-text", class: "quiet" }, texts.level.keepText);
  box.setAttribute("aria-describedby", text.id);
  const label = element("label", { class: "option" }, box, element("span", {}, texts.level.keep));
  return element("div", { class: "keeping" }, label, text);
}
