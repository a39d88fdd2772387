/** A language a questionnaire may be written in: the page's own sentences exist in each of these. */
export interface Spoken {
  tag: string;
  name: string;
  direction: "ltr" | "rtl";
  yes: string;
  no: string;
  agree: string;
}

const ENGLISH: Spoken = { tag: "en", name: "English", direction: "ltr", yes: "Yes", no: "No", agree: "I agree" };

export const SPOKEN: readonly Spoken[] = [
  ENGLISH,
  { tag: "zh-CN", name: "简体中文", direction: "ltr", yes: "是", no: "否", agree: "我同意" },
  { tag: "ar", name: "العربية", direction: "rtl", yes: "نعم", no: "لا", agree: "أوافق" },
];

const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** The name that speakers of a language give it, as browsers know it; the tag itself for one they do not. */
function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // it is no tag
  }
}

/** One we do not know has English where a word of ours is needed. */
export function languageOf(tag: string): Spoken {
  const known = SPOKEN.find((tongue) => tongue.tag === tag);
  return known ?? { ...ENGLISH, tag, name: nameOf(tag), direction: RIGHT_TO_LEFT.test(tag) ? "rtl" : "ltr" };
}
