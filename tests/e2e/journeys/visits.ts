import type { Researcher } from "../site/api";
import { loadedDataSet } from "../site/datasets";

export const TOWNS = ["Basel", "Bern", "Geneva"];

/** 3 000 people: an age, and a town and a number of visits that go with it. */
export function people(): string {
  const rows = Array.from({ length: 3000 }, (_, row) => {
    const age = 20 + ((row * row * 7 + row * 3) % 60);
    return [`Person ${row}`, age, TOWNS[age < 40 ? 0 : row % 3], age < 40 ? row % 3 : 3 + (row % 6)].join(",");
  });
  return `name,age,town,visits\n${rows.join("\n")}\n`;
}

/** `missing` is what a cell of a number says that lacks it: nothing may, where the list is empty. */
export const declared = (missing: readonly string[] = [""]) => ({
  name: { type: "text", role: "identifying", longest: 20 },
  age: { type: "integer", role: "quasi", minimum: "0", maximum: "100", unit: "years", missing },
  town: { type: "category", role: "quasi", missing, categories: TOWNS.map((value) => ({ value, label: "" })) },
  visits: { type: "integer", role: "sensitive", minimum: "0", maximum: "20", missing },
});

export const putIn = (owner: Researcher, missing?: readonly string[]): Promise<string> =>
  loadedDataSet(owner, "Visits", people(), declared(missing));
