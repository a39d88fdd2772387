import { button, element, more, pairs } from "../element";
import { timeLabel } from "../labels";
import { levelName, lotOfLevels } from "../naming";
import { bestGuess } from "../odds";
import { bound, mark } from "../pictures";
import type { Definition } from "../version/definition";
import type { Voice } from "../voice";
import type { Texts } from "../words/en";
import { buttons, paragraph, type Screen, section, spoken } from "./screen";

/** What taking part means, consequences first; how it works comes last and is not forced on anyone. */
export function labelScreen(definition: Definition, voice: Voice, begin: () => void): Screen {
  const { label, language } = voice.texts;
  const { closesAt } = definition;
  const [title, description] = [voice.say("title"), voice.say("description")];
  const each = definition.choosers === null ? [] : [paragraph(label.oddsEach)];
  const lots = lotOfLevels(definition, definition.levels, voice).map((lot) => paragraph(label.lot(lot)));
  const until =
    closesAt === null ? [] : [paragraph(label.openUntil(timeLabel(new Date(closesAt), language, "UTC")), "quiet")];
  return {
    title: title.text,
    language: title.language,
    content: [
      ...(description.text === "" ? [] : [spoken("p", description)]),
      ...lots,
      ...until,
      section(label.heading, pairs("label", label.rows), paragraph(label.phone, "quiet")),
      section(label.oddsHeading, paragraph(label.odds), odds(definition, voice), ...each),
      more(label.how, ...explanation(definition, voice.texts)),
      paragraph(label.offline, "quiet"),
      buttons(button(label.begin, "main", begin)),
    ],
  };
}

function odds(definition: Definition, voice: Voice): HTMLElement {
  const rows = definition.levels.map((level): [string, Node] => {
    const most = bestGuess(level);
    const scale = element("div", { class: "scale", dir: "ltr", "aria-hidden": "true" }, "50", bound(most), "100");
    return [levelName(definition, level, voice), element("div", {}, voice.texts.label.bound(most), scale)];
  });
  return pairs("odds", rows);
}

function explanation(definition: Definition, { label }: Texts): Node[] {
  const { batchLeast, shownFrom } = definition.ingest;
  return [
    ...label.howText.map((text) => paragraph(text)),
    element("p", { class: "picture" }, mark(), element("span", {}, label.howPicture)),
    paragraph(`${label.batches(batchLeast)} ${label.shownFrom(shownFrom)}`),
  ];
}
