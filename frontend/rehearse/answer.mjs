// Answers a survey in Chromium as people would: node answer.mjs URL, with a JSON list of {question text: answer label} on standard input.
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
  await page.getByRole("button", { name: "Go to the questions", exact: true }).click();
  const next = page.getByRole("button", { name: "Next", exact: true });
  const review = page.getByRole("button", { name: "Review", exact: true });
  while (true) {
    await next.or(review).waitFor();
    let answered = 0;
    for (const [question, answer] of Object.entries(person)) {
      const group = page.getByRole("group", { name: question });
      if (!(await group.count())) continue; // each phone asks some of the questions
      await group.getByRole("radio", { name: answer, exact: true }).check();
      answered += 1;
    }
    if (!answered) throw new Error(`a page asks none of: ${Object.keys(person).join("; ")}`);
    if (await review.count()) break;
    await next.click();
  }
  await review.click();
  const sent = page.waitForResponse((response) => response.url().endsWith("/api/v1/reports/"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const answered = await sent;
  if (answered.status() !== 202) throw new Error(`the report was answered with ${answered.status()}`);
  process.stdout.write("accepted\n");
  await page.close();
}
await browser.close();
