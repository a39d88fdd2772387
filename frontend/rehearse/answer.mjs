// Answers a survey in Chromium as people would: node answer.mjs URL, with a JSON list of {level, answers: {question text: answer label}} on standard input.
// Prints one line for each receipt; ends with an error if any person is left without one.
import { text } from "node:stream/consumers";
import { chromium } from "@playwright/test";

const [url] = process.argv.slice(2);
const executablePath = process.env.DATAHUB_CHROMIUM;
if (!url || !executablePath) throw new Error("usage: DATAHUB_CHROMIUM=path node answer.mjs URL < people.json");
const people = JSON.parse(await text(process.stdin));
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});

for (const person of people) {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(url);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  const levels = page.getByRole("radio"); // most protective first; a single level is no choice
  if (await levels.count()) await levels.nth(person.level).check();
  await page.getByRole("button", { name: "Go to the questions", exact: true }).click();
  const unanswered = new Map(Object.entries(person.answers));
  while (unanswered.size > 0) {
    let found = 0;
    for (const [question, answer] of unanswered) {
      const group = page.getByRole("group", { name: question });
      if (!(await group.count())) continue;
      await group.getByRole("radio", { name: answer, exact: true }).check();
      unanswered.delete(question);
      found += 1;
    }
    if (!found) throw new Error(`the page asks none of: ${[...unanswered.keys()].join("; ")}`);
    const next = page.getByRole("button", { name: "Next", exact: true });
    if (unanswered.size > 0) await next.click();
  }
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const sent = page.waitForResponse((response) => response.url().endsWith("/api/v1/reports/"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const answered = await sent;
  if (answered.status() !== 202) throw new Error(`the report was answered with ${answered.status()}`);
  process.stdout.write("accepted\n");
  await page.close();
}
await browser.close();
