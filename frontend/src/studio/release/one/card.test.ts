import { afterEach, describe, expect, test } from "vitest";
import { cardIn, guaranteeOf, guaranteeText, written } from "../../parts/releaseCard";
import { speak } from "../../words/words";
import { keepsPromise, partOf } from "./Part";
import { dayAhead, linkState } from "./when";

const CARD = {
  ...{ version: 1, rows: 60, suppressed: 2, order: "sorted", sha256: "00" },
  about: { title: "Visits", licence: "CC BY 4.0", citation: "Institute (2026)." },
  columns: [
    { name: "name", role: "identifying" },
    { name: "age", role: "quasi" },
    { name: "sex", role: "quasi" },
    { name: "illness", role: "sensitive" },
  ],
  models: [
    { model: "k-anonymity", k: 5 },
    { model: "t-closeness", column: "illness", distance: "equal", t: "0.2" },
  ],
};

function read(content: unknown) {
  const card = cardIn(content);
  if (card === undefined) throw new Error("this is a card");
  return card;
}

afterEach(() => speak("en"));

describe("a card", () => {
  test("says what is promised, over which columns, in the words of the release", () => {
    expect(guaranteeOf(read(CARD))).toBe("5-anonymous, 0.2-close in illness (equal) over {age, sex}");
  });

  test("says it in Chinese too", () => {
    speak("zh-CN");
    expect(guaranteeOf(read(CARD))).toBe("针对 {age、sex}：5-匿名、illness 的 0.2-接近（equal）");
  });

  test("names the population that a promise compares with, in both languages", () => {
    const against = "Residents version 3";
    const models = [
      { model: "k-map", k: 6, against },
      { model: "delta-presence", least: "0", most: "0.5", against },
    ];
    const card = read({ ...CARD, models });
    expect(guaranteeOf(card)).toBe(
      "6-map against “Residents version 3”, (0, 0.5)-present against “Residents version 3” over {age, sex}",
    );
    speak("zh-CN");
    expect(guaranteeOf(card)).toBe(
      "针对 {age、sex}：以“Residents version 3”为总体的 6-映射、以“Residents version 3”为总体的（0，0.5）-存在性",
    );
  });

  test.each([
    ["X”, 1000-anonymous over {age} “Y", "X’, 1000-anonymous over {age} ’Y"],
    ['X", 0.01-close', "X’, 0.01-close"],
    ["X'', 0.01-close", "X’, 0.01-close"],
    ["Anna's „Town“", "Anna's ’Town’"],
  ])("lets no name of a population end its own quotation: %s", (against, inner) => {
    const card = read({ ...CARD, models: [{ model: "k-map", k: 6, against }] });
    expect(guaranteeOf(card)).toBe(`6-map against “${inner}” over {age, sex}`);
    speak("zh-CN");
    expect(guaranteeOf(card)).toBe(`针对 {age、sex}：以“${inner}”为总体的 6-映射`);
  });

  test("says what is not promised, where it says it as a list of sentences", () => {
    const reading = (not_promised: unknown) => read({ ...CARD, about: { ...CARD.about, not_promised } }).notPromised;
    expect(reading(["Nobody checked.", 7])).toEqual(["Nobody checked."]);
    expect(reading("Nobody checked.")).toEqual([]);
    expect(read(CARD).notPromised).toEqual([]);
  });

  test("names a model that nobody wrote words for by what the card says of it", () => {
    const card = { ...CARD, models: [{ model: "newer-model", column: "illness", m: 3 }] };
    expect(guaranteeOf(read(card))).toBe("newer-model illness 3 over {age, sex}");
  });

  test("of synthetic rows says the guarantee and what is no sample, and has no class", () => {
    const altered = {
      ...{ synthetic: true, rows: 70, columns: [{ name: "age", values: ["0 to 10"] }], not_promised: ["No sample."] },
      promised: ["(1, 0.000001)-differentially private, rho 0.05: whether one row was added or removed"],
      about: { title: "Nobody", licence: "", citation: "" },
    };
    const card = read(altered);
    expect([card.title, card.rows, card.notPromised, card.models]).toEqual(["Nobody", 70, ["No sample."], []]);
    expect(guaranteeText(card)).toBe("(1, 0.000001)-differentially private for any one row, rho 0.05");
    speak("zh-CN");
    expect(guaranteeText(card)).toBe("对任何一行满足 (1, 0.000001)-差分隐私，rho 为 0.05");
    expect(cardIn({ ...altered, promised: [] })).toBeUndefined();
  });

  test("lists the columns of the file alone", () => {
    expect(written(read(CARD)).map(({ name }) => name)).toEqual(["age", "sex", "illness"]);
  });

  test.each([null, [], "card", {}, { ...CARD, rows: "60" }, { ...CARD, columns: [] }, { ...CARD, models: null }])(
    "is nothing else: %j",
    (content) => expect(cardIn(content)).toBeUndefined(),
  );

  test("without words about it still says what is promised", () => {
    const { about: _, ...bare } = CARD;
    expect(read(bare)).toMatchObject({ title: "", licence: "", rows: 60, suppressed: 2 });
  });
});

describe("a part of the table", () => {
  const columns = [
    { name: "age", role: "quasi" as const },
    { name: "illness", role: "sensitive" as const },
  ];

  test("is all of it until a column is left out", () => {
    expect(partOf(columns, [])).toBeNull();
    expect(partOf(columns, ["illness"])).toEqual(["age"]);
  });

  test("keeps a column that was made coarser", () => {
    expect(keepsPromise({ kind: "anonymised", columns }, ["illness"])).toBe(true);
    expect(keepsPromise({ kind: "anonymised", columns }, ["age"])).toBe(false);
    expect(keepsPromise({ kind: "synthetic", columns }, ["age"])).toBe(true);
  });
});

describe("a link", () => {
  const now = new Date("2026-11-23T12:00:00Z");

  test.each([
    ["2026-11-24T00:00:00Z", null, "open"],
    ["2026-11-23T11:59:59Z", null, "ended"],
    ["2026-11-24T00:00:00Z", "2026-11-23T10:00:00Z", "revoked"],
    ["2026-11-22T00:00:00Z", "2026-11-21T10:00:00Z", "revoked"],
  ])("that ends %s and was revoked %s is %s", (expires_at, revoked_at, state) =>
    expect(linkState({ expires_at, revoked_at }, now)).toBe(state),
  );

  test("ends a week ahead as a field of dates writes it", () => {
    expect(dayAhead(7, new Date(2026, 11, 28, 12))).toBe("2027-01-04");
  });
});
