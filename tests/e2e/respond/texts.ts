import { textsIn as textsAmong } from "../../../frontend/src/respond/voice";
import type { Texts } from "../../../frontend/src/respond/words/en";
import { everyLanguage } from "../../../frontend/src/respond/words/every";

/** The page's own words in a language. */
export const textsIn = (language: string): Texts => textsAmong(language, everyLanguage);
