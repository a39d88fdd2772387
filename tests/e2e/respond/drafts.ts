import { EVERYTHING, ITEMS, TRANSLATIONS } from "./everything";

const draft = (title: string, ids: readonly string[], more: object): object => ({
  ...{ title, languages: ["ar"], translations: { ar: arabic(ids) }, pairs: [], levels: [{ epsilon: "0.5" }] },
  questions: ids.map((id) => ITEMS.find((item) => item.id === id)),
  ...more,
});

/** Only what is asked may be translated. */
function arabic(ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(TRANSLATIONS.ar ?? {}).filter(([path]) => ids.includes(path.split(".")[0] ?? "")),
  );
}

const number = (id: string, text: string, unit: string, estimate: object): object => ({
  ...{ id, type: "number", text, help: "", show_if: "", may_skip: false },
  number: { edges: [], unit, least: null, most: null, estimate },
});

/** A draft at whose levels a mean is drawn as ends and as a window or ends, a set as one that meets and as bits. */
const NUMBERS_AND_A_SET = {
  ...{ title: "Survey: numbers", languages: [], translations: {}, pairs: [] },
  questions: [
    number("hours", "How many hours did you work?", "hours", { of: "mean", low: 0, high: 60, steps: 30 }),
    number("degrees", "How warm is it?", "°C", { of: "distribution", low: -20, high: 80, steps: 40 }),
    ...ITEMS.filter(({ id }) => id === "tools").map((item) => ({ ...item, text: "What do you use at work?" })),
  ],
  levels: [{ epsilon: "0.5" }, { epsilon: "2.6" }],
};

/** What is moved instead of chosen: an order, and numbers on a track, sent as a bin and for a mean; and labels of points. */
export const MOVED = {
  ...{ title: "Survey: order and track", languages: ["ar", "zh-CN"], pairs: [], levels: [{ epsilon: "0.5" }] },
  translations: {
    ar: {
      "drinks.text": "رتّب هذه المشروبات",
      "drinks.rows.tea": "شاي",
      "warmth.slider.least": "بارد",
      "warmth.slider.most": "حار",
      "mood.scale.p3": "لا هذا ولا ذاك",
    },
    "zh-CN": { "drinks.text": "请给这些饮料排序", "drinks.rows.tea": "茶", "mood.scale.p3": "一般" },
  },
  questions: [
    {
      ...{ id: "drinks", type: "ranking", text: "Put these drinks in order, the one you like best first.", help: "" },
      ...{ show_if: "", may_skip: true, shuffle: true },
      rows: [
        { id: "tea", label: "Tea" },
        { id: "coffee", label: "Coffee from the machine in the hall of the second floor" },
        { id: "water", label: "Water" },
      ],
    },
    {
      ...{ id: "warmth", type: "slider", text: "How warm is it at your place of work?", help: "", show_if: "" },
      ...{ may_skip: true, slider: { step: 5, least_label: "Cold", most_label: "Hot" } },
      number: { edges: ["10", "20"], unit: "°C", least: "-10", most: "40" },
    },
    {
      ...{ id: "effort", type: "slider", text: "How much of your day is meetings?", help: "", show_if: "" },
      ...{ may_skip: false, slider: { step: 10, least_label: "", most_label: "" } },
      number: {
        ...{ edges: [], unit: "%", least: null, most: null },
        estimate: { of: "mean", low: 0, high: 100, steps: 20 },
      },
    },
    {
      ...{ id: "mood", type: "scale", text: "How do you like your work?", help: "", show_if: "", may_skip: true },
      scale: {
        ...{ least: 1, most: 5, least_label: "Not at all", most_label: "Very much" },
        labels: [
          { point: 2, label: "Rather not" },
          { point: 3, label: "Neither one nor the other, or sometimes one and sometimes the other" },
          { point: 4, label: "Rather" },
        ],
      },
    },
  ],
};

const A_MEAN_OF_SOME = draft("Survey: nights", ["ill"], {
  questions: [
    ...ITEMS.filter(({ id }) => id === "ill"),
    {
      ...number("nights", "How many nights did you not sleep?", "nights", { of: "mean", low: 0, high: 7, steps: 1 }),
      ...{ show_if: "ill = 'yes'", may_skip: true },
    },
  ],
});

/** Each phone sends some: a filter and what hangs on it, rows of a matrix, a text that repeats an answer, a page, a pair. */
const some = (ask: "sent" | "all"): object =>
  draft(`Survey: some, ${ask} asked`, ["agree", "ill", "days", "place", "tools", "grid", "cold", "warm"], {
    questions: ["agree", "ill", "days", "place", "tools", "grid", "pc", "cold", "warm"].flatMap((id) =>
      ITEMS.filter((item) => item.id === id).map((item) =>
        id === "pc" ? { ...item, show_if: "place = 'o3' and tools includes 'hand'" } : item,
      ),
    ),
    ...{ pairs: [["cold", "warm"]], levels: [{ epsilon: "2" }, { epsilon: "4" }] },
    send: { questions: "some", ask, eps_block: "2", importance: {}, together: [] },
  });

/** Surveys as the studio saves them. */
export const DRAFTS: Readonly<Record<string, object>> = {
  "all types": EVERYTHING,
  "numbers and a set": NUMBERS_AND_A_SET,
  "an order and a track": MOVED,
  "a mean of some": A_MEAN_OF_SOME,
  "a number on a condition": draft("Survey: days", ["ill", "days"], {}),
  "a set that repeats an answer": draft("Survey: tools", ["place", "tools"], {}),
  "a matrix": draft("Survey: grid", ["grid"], {}),
  "a scale and a day": draft("Survey: start", ["happy", "born"], {}),
  "a planned pair": draft("Survey: weather", ["cold", "warm"], { pairs: [["cold", "warm"]] }),
  "levels by question": draft("Survey: levels", ["ill", "days", "place", "tools", "cold", "warm"], {
    ...{ pairs: [["cold", "warm"]], levels: [{ epsilon: "0.2" }, { epsilon: "0.5" }, { epsilon: "1.2" }] },
    level_choice: "question",
  }),
  "some are sent": some("sent"),
  "some are sent, all are asked": some("all"),
  "a page on a condition": draft("Survey: outdoors", ["place", "happy", "tools", "pc", "cold", "warm"], {}),
};
