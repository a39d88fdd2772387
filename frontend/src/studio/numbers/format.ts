import { type Language, language } from "../words/words";

const THIN_SPACE = "\u202f";
const MINUS = "\u2212";

interface Written {
  locale: string;
  /** What stands between groups of three digits. English as ISO 80000 writes it. */
  group: string;
  percent: string;
}

const WRITTEN: Readonly<Record<Language, Written>> = {
  en: { locale: "en-GB", group: THIN_SPACE, percent: `${THIN_SPACE}%` },
  "zh-CN": { locale: "zh-CN", group: ",", percent: "%" },
};

/** A number as the language spoken writes it; what rounds to nothing has no sign. */
function written(number: number, options: Intl.NumberFormatOptions): string {
  const { locale, group } = WRITTEN[language];
  const as: Record<string, string> = { group, minusSign: MINUS };
  return new Intl.NumberFormat(locale, { ...options, signDisplay: "negative" })
    .formatToParts(number)
    .map(({ type, value }) => as[type] ?? value)
    .join("");
}

function decimal(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

/** How many decimals of a percentage mean something at this half-width (a share of 1). */
export function decimalsFor(halfWidth: number): 0 | 1 | 2 {
  if (halfWidth >= 0.0095) return 0;
  return halfWidth >= 0.00095 ? 1 : 2;
}

/** 0.2914 -> "29 %". Negative estimates stay negative: nothing is clamped in silence. */
export function percent(share: number, decimals = 0): string {
  return points(share, decimals) + WRITTEN[language].percent;
}

/** 0.027 -> "2.7": percentage points without a sign of their own. */
export function points(share: number, decimals = 0): string {
  const rounded = Number((share * 100).toFixed(decimals)); // of the number itself: Intl rounds its shortest decimal
  return written(rounded, { ...decimal(decimals), useGrouping: false });
}

/** 31.416 ± 2.5 -> "31.4": as many decimals as two digits of the half-width have. */
export function figure(value: number, halfWidth: number): string {
  const decimals = halfWidth > 0 ? Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(halfWidth)))) : 0;
  return written(Number(value.toFixed(decimals)), decimal(decimals));
}

/** 0.012345 -> "0.0123": three digits that count. */
export function threeDigits(value: number): string {
  return written(value, { maximumSignificantDigits: 3 });
}

/** "2.5", "hours" -> "2.5 hours" */
export const inUnit = (number: string, unit: string): string => (unit === "" ? number : `${number} ${unit}`);

/** 48842 -> "48 842" */
export function count(whole: number): string {
  return written(whole, { maximumFractionDigits: 0 });
}

function at(time: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(WRITTEN[language].locale, options).format(time);
}

/** "2026-11-20T11:22:07Z" -> "20 Nov 2026, 11:22" in the reader's own time zone. */
export function moment(iso: string): string {
  return at(new Date(iso), { dateStyle: "medium", timeStyle: "short" });
}

/** "2026-11-20" or a moment -> "20 Nov 2026" */
export function day(iso: string): string {
  return at(new Date(iso), { dateStyle: "medium" });
}

export function clock(time: Date): string {
  return at(time, { hour: "2-digit", minute: "2-digit" });
}
