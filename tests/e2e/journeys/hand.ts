import { expect, type Locator, type Page } from "@playwright/test";

/** How a person works a page. */
export interface Hand {
  press(page: Page, control: Locator): Promise<void>;
  write(page: Page, field: Locator, text: string): Promise<void>;
  /** The radio button or tick box at this place. */
  choose(page: Page, controls: Locator, place: number): Promise<void>;
}

export const pointer: Hand = {
  press: (_, control) => control.click(),
  write: (_, field, text) => field.fill(text),
  choose: (_, controls, index) => controls.nth(index).check(),
};

/** Only keys: Tab until the control has the focus, then what the keyboard offers. Every stop on the way must be visible. */
export const keyboard: Hand = {
  press: async (page, control) => {
    await reach(page, control);
    await page.keyboard.press("Enter");
  },
  write: async (page, field, text) => {
    await reach(page, field);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  },
  choose: async (page, controls, index) => {
    const chosen = Math.max(0, (await controls.all().then((all) => Promise.all(all.map(isChecked)))).indexOf(true));
    await reach(page, controls.nth(chosen));
    await page.keyboard.press("Space");
    for (let step = chosen; step < index; step += 1) await page.keyboard.press("ArrowDown");
    for (let step = chosen; step > index; step -= 1) await page.keyboard.press("ArrowUp");
    await expect(controls.nth(index)).toBeChecked();
  },
};

const MOST_OPTIONS = 30;

/** Picks an entry of a list that is closed, by the arrow keys alone. */
export async function pick(page: Page, list: Locator, value: string): Promise<void> {
  await reach(page, list);
  const places = await list
    .locator("option")
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  const key = places.indexOf(value) < places.indexOf(await list.inputValue()) ? "ArrowUp" : "ArrowDown";
  for (let step = 0; step < MOST_OPTIONS && (await list.inputValue()) !== value; step += 1) {
    const before = await list.inputValue();
    await page.keyboard.press(key);
    await expect(list).not.toHaveValue(before);
  }
  await expect(list).toHaveValue(value);
}

const MOST_STOPS = 150;
const isChecked = (control: Locator): Promise<boolean> => control.isChecked();

/** Tab until the control has the focus; every stop on the way can be seen. */
export async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    if ((await invisibleFocus(page)) !== null) {
      await expect.poll(() => invisibleFocus(page), "the focus can be seen").toBeNull();
    }
  }
  throw new Error(`${control} was not reached in ${MOST_STOPS} stops`);
}

/** What has the focus without showing it: no outline, or outside of the window. */
function invisibleFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body || element instanceof HTMLIFrameElement) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const seen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    const ringed = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    return seen && ringed ? null : `${element.outerHTML.slice(0, 200)} ${outlineStyle} ${outlineWidth} ${box.top}`;
  });
}
