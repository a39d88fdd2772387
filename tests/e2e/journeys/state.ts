import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { NodeResult, Result } from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const PICTURES = join(__dirname, "../../../docs/pictures");

/** Shown in docs/pictures/README.md. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  "360-light": ["check", "label", "level", "questions", "review", "receipt", "results", "synthesise-numbers"],
  "360-dark": ["receipt", "sets-questions", "sets-receipt", "candidates", "lesson", "rows-of-two"],
  "1280-light": [
    ...["sign-in", "home", "build", "results", "plan", "evaluation", "mechanisms", "sets-results"],
    ...[
      "data-set",
      "budget",
      "anonymise",
      "candidates",
      "release-given",
      "synthesise",
      "synthesise-two",
      "measured",
      "lesson",
    ],
  ],
  "1280-dark": ["build", "results"],
  "number-phone": ["questions"],
  "number-wide": ["build", "results"],
};

/** Called in every state that a journey passes: axe finds nothing, nothing is wider than the window, a picture is taken. */
export type Look = (page: Page, name: string) => Promise<void>;

/** `variant` names the set of pictures; none are written unless DATAHUB_PICTURES is yes. */
export function looker(variant: string): Look {
  return async (page, name) => {
    await page.evaluate(() => document.fonts.ready);
    // To join what it found in several frames it opens a tab for a moment, and on its return Chromium moves the focus of who
    // came by keyboard. The legacy form opens none, but sees the first frame alone; the other variants look into the preview.
    const isFirstAlone = page.frames().length === 1 || variant === "keyboard";
    // A preview that is loaded anew meanwhile would never answer.
    const options = { resultTypes: ["violations" as const, "incomplete" as const], iframes: !isFirstAlone };
    const axe = new AxeBuilder({ page }).options(options).withTags(RULES);
    const { violations, incomplete } = await axe.setLegacyMode(isFirstAlone).analyze();
    const faults = [...violations, ...unseen(incomplete)].map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" ")}`,
    );
    expect(faults, `axe on ${name}`).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${name} scrolls sideways`).toBe(0);
    if (process.env.DATAHUB_PICTURES === "yes" && TAKEN[variant]?.includes(name))
      await take(page, `${name}-${variant}`);
  };
}

/** Words in the colour of their ground. Of those axe only says that it is not sure: they might be meant to be hidden. */
function unseen(incomplete: readonly Result[]): Result[] {
  const isUnseen = ({ any }: NodeResult): boolean => any.some(({ data }) => data?.messageKey === "equalRatio");
  return incomplete
    .map((result) => ({ ...result, nodes: result.nodes.filter(isUnseen) }))
    .filter(({ nodes }) => nodes.length > 0);
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(PICTURES, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: "disabled", caret: "hide" });
}
