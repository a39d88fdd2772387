import { everyone, type Wanted, wordsDeclared } from "../respond/everyone";
import { leaks } from "../respond/interference";
import { PLANTS, planted, rebuilt } from "../respond/plants";
import { expect, test } from "../respond/surveys";
import type { Rewrite } from "../site/wire";

/** The checker has teeth: every leak planted in the shipped script is found. */
const check = test.extend<{ leaksUnder: (name: string, tamper: Tamper) => Promise<string[]> }>({
  leaksUnder: async ({ browser, wire, version }, use) => {
    await use(async (name, tamper) => {
      const published = await version(name);
      const wanted: Wanted = { level: 0, reports: [1], choice: "edge" };
      wire.rewrite = await tamper(published);
      return leaks(await everyone(browser, wire, published, wanted), wordsDeclared(published, wanted));
    });
    wire.rewrite = null;
  },
});
type Tamper = (published: Parameters<typeof planted>[0]) => Promise<Rewrite>;

for (const [name, { line, message: form }] of Object.entries(PLANTS)) {
  check(`finds ${name}`, async ({ leaksUnder }) => {
    const all = await leaksUnder("yes or no", (published) => planted(published, line));
    expect(all).toContainEqual(expect.stringMatching(form));
  });
}

check("finds a word read more when the answer is kept", async ({ leaksUnder }) => {
  const plant = {
    file: "src/privacy/choice.ts",
    from: "if (kept) return answer;",
    to: "if (kept) { words(); return answer; }",
  };
  const all = await leaksUnder("yes, no or skip", (published) => rebuilt(published, plant));
  expect(all).toContain("the words read differ");
});

check("finds nothing in the same script with nothing planted", async ({ leaksUnder }) => {
  expect(await leaksUnder("yes or no", (published) => planted(published, ""))).toEqual([]);
});
