import { test as base, expect } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { type DraftLevel, type DraftQuestion, publish, publishDraft } from "../site/surveys";
import { Wire } from "../site/wire";
import type { Published } from "./definition";
import { DRAFTS } from "./drafts";

const LEVELS: readonly DraftLevel[] = [
  { name: "Strongest", epsilon: "0.5" },
  { name: "Strong", epsilon: "1" },
  { name: "Lighter", epsilon: "2" },
];
const labels = (count: number): string[] => Array.from({ length: count }, (_, index) => `Answer ${index + 1}`);

/** One question of each type and of each shape of report. 6 and 12 answers are drawn as sets, and leave words that a uniform draw rejects. */
export const QUESTIONS: Readonly<Record<string, DraftQuestion>> = {
  "yes or no": { type: "yes_no", text: "Do you work at night?", maySkip: false },
  "yes, no or skip": { type: "yes_no", text: "Have you been ill this month?", maySkip: true },
  "one of six": { type: "single_choice", text: "How do you get to work?", labels: labels(5), maySkip: true },
  "one of twelve": { type: "single_choice", text: "In which month were you born?", labels: labels(12), maySkip: false },
};

interface Places {
  readonly researcher: Researcher;
  readonly wire: Wire;
  /** A published survey that holds this question alone, made once for each worker. */
  readonly version: (name: string) => Promise<Published>;
}

export const test = base.extend<object, Places>({
  researcher: [
    async ({ browserName: _ }, use) => {
      const researcher = await Researcher.join();
      await use(researcher);
      await researcher.leave();
    },
    { scope: "worker" },
  ],
  wire: [
    async ({ browserName: _ }, use) => {
      const wire = await Wire.open(site());
      await use(wire);
      await wire.close();
    },
    { scope: "worker" },
  ],
  version: [
    async ({ researcher }, use) => {
      const published = new Map<string, Promise<Published>>();
      await use((name) => {
        const question = QUESTIONS[name];
        const known = published.get(name);
        if (known !== undefined) return known;
        const draft = DRAFTS[name];
        const questions = question === undefined ? Object.values(QUESTIONS) : [question];
        const now =
          draft === undefined
            ? publish(researcher, `Survey: ${name}`, questions, LEVELS)
            : publishDraft(researcher, draft);
        published.set(name, now);
        return now;
      });
    },
    { scope: "worker" },
  ],
});

export { expect };
