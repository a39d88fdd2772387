import { CONSENT } from "./consent";
import { DATE } from "./date";
import { DROPDOWN } from "./dropdown";
import { MATRIX } from "./matrix";
import { MULTIPLE_CHOICE } from "./multipleChoice";
import { NUMBER } from "./number";
import { PAGE } from "./page";
import type { ItemType } from "./questionType";
import { RANKING } from "./ranking";
import { SCALE } from "./scale";
import { SECTION } from "./section";
import { SINGLE_CHOICE } from "./singleChoice";
import { SLIDER } from "./slider";
import { YES_NO } from "./yesNo";

/** Every type of item, in the order in which refusals name them. */
export const ITEM_TYPES: readonly ItemType[] = [
  YES_NO,
  SINGLE_CHOICE,
  DROPDOWN,
  MULTIPLE_CHOICE,
  SCALE,
  NUMBER,
  SLIDER,
  DATE,
  MATRIX,
  RANKING,
  SECTION,
  CONSENT,
  PAGE,
];
