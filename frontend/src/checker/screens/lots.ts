import type { Entropy } from "../../privacy/entropy";
import { levelOfDraw } from "../../respond/draw";
import { button } from "../../respond/element";
import { levelName } from "../../respond/naming";
import { fieldTitle } from "../../respond/record";
import { buttons, paragraph } from "../../respond/screens/screen";
import type { Level, Survey } from "../../respond/version/definition";
import type { Voice } from "../../respond/voice";
import { outcome, put, verdict } from "../fields";
import { type Cell, fits, tryLots, worthShowing } from "../trial";
import type { Words } from "../words/en";
import { pictureOf } from "./draw";

/** Let a thousand words choose which questions are sent; nothing where all are. `levelNow` is the level that was picked. */
export function lotsPart(
  { definition }: Survey,
  levelNow: () => Level,
  words: Words,
  voice: Voice,
  entropy: Entropy,
): readonly Node[] {
  if (definition.levels[0].draws.length === 0) return [];
  const shown = outcome();
  const press = button(words.draw.lots, "main", () => {
    const level = levelNow();
    const name = paragraph(`${words.draw.level}: ${levelName(definition, level, voice)}`, "quiet");
    put(shown, name, ...lotsDrawn(level, tryLots(level, entropy), words, voice));
  });
  return [paragraph(words.draw.lotsLead), buttons(press), shown];
}

/** How often each draw came, beside its weight. */
export function lotsDrawn(level: Level, cells: readonly Cell[], words: Words, voice: Voice): readonly Node[] {
  const { draw } = words;
  const rows = worthShowing(cells).map((cell) => ({ cell, label: lotLabel(level, cell.position, words, voice) }));
  const wrong = cells.filter((cell) => !fits(cell)).length;
  const judged =
    wrong > 0
      ? [verdict(false, draw.differs(wrong, cells.length)), paragraph(draw.differsMeans)]
      : [verdict(true, draw.fits(cells.length))];
  return [...judged, ...pictureOf(rows, cells.length - rows.length, words)];
}

/** The number of a draw, as a receipt names it, and what it sends. */
function lotLabel(level: Level, index: number, { draw }: Words, voice: Voice): string {
  const titles = levelOfDraw(level, index).fields.map(({ field }) => fieldTitle(field, voice).text);
  return draw.lot(String(index), titles.join(" + "));
}
