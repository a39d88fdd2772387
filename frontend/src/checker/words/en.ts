import type { Question } from "../receipt";

const of1000 = new Intl.NumberFormat("en");

/** Every sentence of the checker. A translation is another object of this type. Reading level 8. */
export const en = {
  language: "en",
  title: "Does the survey page do what it says?",
  lead: "This page is one file that sends nothing and loads nothing. Save it, cut the network, and open it again: it still works.",
  drop: "You may drop saved files anywhere on this page.",
  file: "Or choose a saved file",
  files: "Choose the saved files",
  number: (value: number) => of1000.format(value),
  percent: (share: number) => `${(100 * share).toFixed(1)} %`,

  version: {
    heading: "1. What was published",
    lead: "A version is everything a survey promises, as one public file. Open it in a browser and save it, or copy it here:",
    address: "/api/v1/versions/ and the version's hash, as the receipt names it",
    paste: "The version's file",
    check: "Check the version",
    unread: (why: string) => `This is not a version that this page can read: ${why}.`,
    tampered: "This file was changed. What it says gives another hash than the one it states. Do not trust it.",
    sound: "The file is whole: what it says gives the hash it states.",
    bare: "The file states no hash. Compare the one below with the one you were given, digit by digit.",
    compare:
      "Whoever made up a whole file gave it a hash that fits. So compare the hash with the one on your receipt, or on paper.",
    stated: "Hash the file states",
    computed: "Hash of what it says",
    survey: "Survey",
    number: "Version",
    bundle: "Hash of its page",
    closes: "Closes",
    open: "Not set",
    example: "A made-up example: one question, drawn 1 000 times. Load a version to see its own.",
  },

  odds: {
    heading: "2. The odds it declares",
    lead: "These follow from the thresholds in the file, not from words in it.",
    guess: (bound: string) => `A fifty-fifty guess about a person, made with the whole report, is right ${bound}.`,
    share: (percent: string) => `Sent by ${percent} of phones, drawn by lot.`,
    expert: "Details for experts",
  },

  draw: {
    heading: "3. Draw 1 000 times",
    lead: "Give one answer a thousand times, and see how often each answer is sent. This uses the same program for drawing as the survey's page, inside this file.",
    numbers: "Numbers between bounds have no answers to count; they are left out here.",
    question: "Question",
    level: "Level",
    answer: "True answer",
    several: (labels: readonly string[]) => `All of: ${labels.join(", ")}`,
    press: "Draw 1 000 times",
    lots: "Draw 1 000 lots",
    lotsLead:
      "Each phone sends some of the questions. One word, drawn before any answer, says which. Read a thousand such words at this level, and see how often each draw comes.",
    lot: (index: string, titles: string) => `Draw ${index}: ${titles}`,
    fits: (counts: number) =>
      counts === 1
        ? "The count lies where an honest program's does."
        : `All ${counts} counts lie where an honest program's do.`,
    differs: (wrong: number, counts: number) =>
      `${wrong} of ${counts} counts lie where an honest program's do not, but for one press in a million.`,
    differsMeans:
      "So this program draws by other odds than the version declares, or something very rare happened. Draw again. If it differs again, do not answer this survey, and show this to somebody who can judge it.",
    fitsMeans: (points: string) =>
      `That is no proof. A thousand draws cannot see small cheating: odds for this answer that are off by less than about ${points} in 100 will often pass.`,
    error:
      "Over all counts of one press together, an honest program is called wrong less than once in a million presses. The limits are exact, from the binomial distribution.",
    picture:
      "Dot: what was drawn. Bands: the chances it leaves possible, 50, 80 and 95 of 100 times. Upright line: what is declared. Thin line: where an honest program's draws lie. By chance about 1 line in 20 lies outside its band.",
    row: (drawn: string, declared: string, least: string, most: string) =>
      `${drawn} of 1 000 drawn. ${declared} declared. Honest: ${least} to ${most}.`,
    wrong: "Does not fit.",
    hidden: (count: number) => `${count} more fit and are not shown.`,
    table: "The same as a table",
    columns: ["Sent", "Declared", "Least", "Drawn", "Most"] as readonly string[],
  },

  receipt: {
    heading: "4. Check a receipt",
    lead: "The page offers a receipt once a report is sent. Drop the file, or copy its text here.",
    paste: "The receipt",
    message: "The message as sent, if you kept it (Details for experts)",
    check: "Check the receipt",
    unread: "This is not a receipt that this page can read. One begins with: format: datahub-receipt/1",
    fits: "The receipt fits this version.",
    differs: "The receipt does not fit this version.",
    fit: "Fits",
    no: "Does not fit",
    unknown: "Cannot be told without the message: the receipt holds no key",
    questions: {
      form: "Checksum and number have their form",
      version: "It names this version",
      level: "The level is one of this version",
      length: "The record is as long as this level's",
      draw: "The draw is one of this level, and the one it names",
      shape: "Every answer in it could have been drawn",
      padding: "The bits that fill up its bytes are 0",
      checksum: "The checksum is that of the message",
      number: "The receipt number is that of the key in the message",
      message: "The message is written in its one form",
      record: "The message holds this record, level and version",
    } as Readonly<Record<Question, string>>,
    content: "What the record says",
    noTruth:
      "A receipt holds no truth. It has the scrambled answers alone: neither the real ones, nor what was drawn to scramble them. Whoever finds it learns no more than the server did.",
  },

  page: {
    heading: "5. The page as it was served",
    lead: "The version declares the hash of its page. Save the page's files as the server gives them (the page itself, its script, its style, its icon, and its words in every other language), and choose them together.",
    check: "Files of the page",
    same: "These are the files that were published with this version.",
    other:
      "These are not the files that were published with this version. Save them again, unchanged. If they differ again, do not answer.",
    missing: (names: string) => `The page loads files that you did not choose: ${names}`,
    declared: "Hash the version declares",
    computed: "Hash of these files",
    limits:
      "This tells what you saved. A dishonest server could serve you one page now and another one later, or serve others another one. Saving the page you answer on, and answering with the network cut, leaves it no chance to.",
  },
};

export type Words = typeof en;
