import type { Spec } from "../../privacy/spec";
import { counting } from "./count";
import { expert } from "./expert";
import { stopped } from "./stopped";

type Shape = Spec["shape"];

const { number, of } = counting("en");

/** How often something happens among 100, said so that it never rounds to never or always. */
const often = (count: number): string => {
  if (count < 1) return "fewer than 1 of 100";
  return count > 99 ? "more than 99 of 100" : `${count} of 100`;
};

const does = (shape: Shape): string => (shape === "choice" ? "send" : "tick");
const odds = (what: string, shape: Shape, mine: string, other: string): string =>
  `Phones that ${does(shape)} ${what}: ${mine} when it is true, ${other} when it is not.`;

/**
 * Every sentence of the answer page. English is in the script; a translation is data, sentence for sentence (`wording.ts`).
 *
 * Reading level 8. Only `expert` may name the parameter; its test holds both rules.
 */
export const en = {
  language: "en",
  name: "English",
  often,
  languages: "Language",
  preview: "Preview. Nothing can be sent from here.",
  test: "Test. What you send is checked and thrown away. It is never counted.",
  simulated: "Demonstration. The other people in this survey are simulated.",
  back: "Back",
  next: "Next",
  skip: "Prefer not to say",
  notAsked: "Not asked",
  lot: (some: string, all: string) => `${some} of ${all} questions, drawn by lot`,
  levels: [
    ["The protection of this survey"],
    ["More protection", "Less protection"],
    ["Most protection", "Middle", "Least protection"],
  ] as readonly (readonly string[])[],

  label: {
    heading: "What happens to your answers",
    lot: (lot: string) => `Your phone sends ${lot}. It does not hide which.`,
    openUntil: (day: string) => `Open until ${day}.`,
    rows: [
      ["Where do my real answers go?", "Nowhere. They stay on this phone, until Review scrambles them."],
      ["What is sent?", "One scrambled copy. You answer honestly; your phone changes some answers by chance."],
      [
        "Could the researchers, a hacker or a court learn my real answers?",
        "They only ever have the scrambled copy, which may be wrong about you. The odds are below.",
      ],
      [
        "What is not hidden?",
        "That someone answered with this link, roughly when, and at which privacy level. The server sees your internet address, as every website does, and does not keep it.",
      ],
      ["Can I stop?", "Yes, until you press Send. Nothing is sent before that."],
      [
        "What are the limits?",
        "The guarantee assumes one draw. Nobody checks who answers twice; answering again weakens it.",
      ],
    ] as readonly (readonly [string, string])[],
    oddsHeading: "The odds for your whole report",
    odds: "Someone finds two sets of answers equally likely to be yours. A guess without your report is right 50 times in 100. With your report it is right:",
    bound: (count: number) => (count > 99 ? "possibly more than 99 of 100 times" : `at most ${count} of 100 times`),
    oddsEach:
      "These rows are for all questions at one level. You choose a level at each question; the last row is the worst case. Review gives the odds of what you chose.",
    how: "How does this work?",
    howText: [
      "For each question your phone draws by chance whether your own answer goes into the copy, or another one. Nobody who reads the copy can be sure which.",
      "Across many people the shuffling cancels out: who knows the odds can work out about how many said Yes. About one person they can only guess.",
    ],
    howPicture: "100 scrambled copies become one estimate: a dot with its range",
    batches: (least: number) =>
      least === 1
        ? "In this demonstration a report may be counted alone."
        : `Reports are counted in mixed groups of at least ${number(least)}. Only if fewer come in all is the group smaller.`,
    shownFrom: (reports: number) => `Results from fewer than ${number(reports)} reports are never shown.`,
    phone: "Phone means whatever you read this on.",
    offline: "Everything is loaded. You may go offline now, and online again once you have pressed Send.",
    begin: "Begin",
  },

  level: {
    title: "How strongly your phone scrambles",
    lead: (several: boolean): string =>
      several
        ? "Choose once, for all your answers. Your choice is sent along openly."
        : "There is one privacy level, for all your answers. It is sent along openly.",
    leadEach:
      "You choose the level at each question. It starts with the most protection, is fixed when you touch an answer, and is sent along openly. Questions that not everybody gets have no choice.",
    choice: "Privacy level",
    compare: "Compare the levels; you choose later",
    bound: (bound: string) => `A fifty-fifty guess about you is right ${bound}.`,
    odds: (shape: Shape, answer: string, mine: string, other: string) =>
      `If your answer is ${answer}, ${mine} phones ${does(shape)} ${answer}. If it is not, ${other} ${does(shape)} ${answer} all the same.`,
    pictureHeading: "What 100 phones do",
    kindYesNo: (answers: readonly string[]) => `A question with the answers ${answers.join(", ")}`,
    kindMany: (answers: number) => `A question with ${number(answers)} answers, one of them called A`,
    kindSet: (answers: number) => `A question where you tick some of ${number(answers)} answers, one of them called A`,
    kindPair: (answers: number) =>
      `Two questions sent as one, with ${number(answers)} pairs of answers, one of them called A`,
    kindNumber: "A question for a number",
    no: "No",
    yes: "Yes",
    anyAnswer: "A",
    when: (answer: string) => `Your answer is ${answer}`,
    whenNot: (answer: string) => `Your answer is not ${answer}`,
    sends: (shape: Shape, answer: string, count: string) => `${count} phones ${does(shape)} ${answer}`,
    proof: (guess: number, answer: string) =>
      guess < 90
        ? `So when ${answer} arrives, it does not prove that ${answer} was your answer.`
        : `So when ${answer} arrives, it was most likely your answer, though it is not sure.`,
    lists: "Here a phone ticks some answers of a list, drawn by chance.",
    keep: "Keep my answers on this device until Review",
    keepText:
      "They are erased at Review, or the next time this page opens after 24 hours. Leave this off on a shared phone: others could read your real answers.",
    practise: "Practise: let 100 phones draw",
    practised: (mine: number, other: number) =>
      `This time ${mine} and ${other}. Draw again: chance gives other numbers.`,
    of100: (count: number) => `${count} of 100`,
    locked: "The level is fixed once you go on.",
    go: "Go to the questions",
  },

  tea: {
    lead: "Give an answer, and let your phone scramble it ten times. Nothing of this is sent.",
    question: "Do you like tea?",
    scramble: "Scramble my answer",
    would: (answer: string) => `Your phone would send ${answer}.`,
    enough: "Ten tries. For a real question your phone draws only once.",
  },

  kept: {
    title: "You were here before",
    lead: (until: string) =>
      `As you asked, this device still holds your answers. They are erased at Review, or the next time this page opens after ${until}.`,
    goOn: "Go on with them",
    erase: "Erase them and start again",
    running: "Your answers are kept on this device until Review.",
    stop: "Erase what is kept",
    erased: "No answer is kept on this device.",
  },

  expert,

  questions: {
    title: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
    lead: (level: string) => `Answer honestly. Your phone does the shuffling. Level: ${level}.`,
    skipping: "Where you may skip, no answer counts as Prefer not to say. It is scrambled too.",
    needed: "This one needs an answer.",
    odds: (shape: Shape, mine: string, other: string) => odds("an answer", shape, mine, other),
    oddsNumber: (bound: string) =>
      `Your phone sends a place on a line, drawn by chance. With it, a fifty-fifty guess between two numbers is right ${bound}.`,
    oddsOrSkipped: (bound: string) =>
      `Your phone sends one end of a line, or that you skipped, drawn by chance. Whether you answered is hidden too. A fifty-fifty guess on that, or between two numbers, is then right ${bound}.`,
    oddsPair: (shape: Shape, mine: string, other: string) =>
      `This question is sent as one with another. ${odds("a pair of answers", shape, mine, other)}`,
    problem: (count: number) =>
      of(count, { one: "# thing needs your attention", other: "# things need your attention" }),
    stays: "This answer stays on your phone: it decides which questions come next.",
    none: "There is no further question for you; your phone still sends scrambled answers.",
    once: "Review scrambles your answers, once. You cannot change them after that.",
    review: "Review",
  },

  fields: {
    choose: "Choose an answer",
    several: "Tick all that apply.",
    mostChoices: (most: number) => `Tick ${number(most)} at most.`,
    cleared: (kept: string) => `${kept} stands alone: the other ticks are cleared.`,
    clearedAlone: (cleared: string) => `${cleared} stood alone: its tick is cleared.`,
    between: (least: string, most: string) => `${least} to ${most}`,
    atMost: (most: string) => `${most} or less`,
    notAfter: (most: string) => `${most} or earlier`,
    ranges: "Your phone uses only the range, never the value itself.",
    uses: (range: string) => `Your phone uses: ${range}.`,
    below: (edge: string) => `under ${edge}`,
    range: (from: string, to: string) => `${from} to under ${to}`,
    above: (edge: string) => `${edge} or more`,
    before: (day: string) => `before ${day}`,
    days: (from: string, to: string) => `from ${from}, before ${to}`,
    since: (day: string) => `${day} or later`,
    bounds: (low: string, high: string) =>
      `Your number is never sent itself. It counts from ${low} to ${high}; one beyond counts as the nearest of these.`,
    leaveEmpty: "Leave it empty if you prefer not to say.",
    unanswered: "Give an answer.",
    notANumber: (mark: string) => `Write a number, such as 12 or 12.5: “${mark}” is not clear.`,
    notWhole: "Write a whole number.",
    notADay: "Choose a day.",
    outside: "This is outside of what can be answered.",
    row: (row: string) => `Give an answer for: ${row}`,
    untouched: "No answer yet.",
    slide: "Press the track, or use the arrow keys. Nothing counts until you do.",
    orderHow:
      "Move the options until the first stands on top. Nothing counts until you do, or say that this is your order.",
    keepOrder: "This is my order",
    higher: "Up",
    lower: "Down",
    moved: (name: string, rank: string, all: string) => `${name}: now ${rank} of ${all}.`,
    rank: (rank: string) => `Rank ${rank}`,
    ranksSent: (names: string) => `Your phone sends only the rank of: ${names}.`,
    agree: "To go on, tick that you agree. The tick is not sent.",
  },

  review: {
    title: "Your report is sealed",
    lead: "Your phone has drawn once, and this page no longer holds your real answers. What it drew stays hidden until you have sent it, so that nobody draws again until they like it.",
    what: "What will be sent",
    level: "Level, readable by all",
    draw: "Draw, readable by all",
    staying: "Stays on your phone",
    version: "Survey version",
    key: "Key",
    keyText: "22 random characters, so that a repeated try counts once",
    proof: "Proof of invitation",
    proofText: "empty: this link is open",
    record: "Scrambled answers",
    bytes: (count: number) => of(count, { one: "# byte", other: "# bytes" }),
    length: "Length of the message",
    lengthText: (count: number) => `${number(count)} bytes, the same whatever you answered`,
    checksum: "Checksum",
    example: "A made-up example",
    exampleLead: "This is the form of a report. Nobody drew these values.",
    send: "Send",
    stop: "You can still stop: close this page, and nothing is sent.",
    previewOnly: "Send is off: this is a preview.",
  },

  sending: {
    now: "Sending.",
    offline: "Not sent yet: there is no connection.",
    busy: "Not sent yet: the server is busy.",
    paused: "Not sent yet: the survey is paused and takes no reports for now.",
    unavailable: "Not sent yet: the server cannot take it now.",
    again: (seconds: number) =>
      `Your sealed report waits, unchanged. Next try in ${of(seconds, { one: "# second", other: "# seconds" })}.`,
    stay: "Keep this page open until it is sent.",
    kept: "It is kept on this device until it is sent. If you close this page, open the link again.",
    waiting: "Your sealed report waits",
    waitingLead: "It did not arrive before. It is sent now, unchanged.",
    tryNow: "Try now",
  },

  receipt: {
    title: "Sent. Thank you.",
    lead: "Your report was accepted. This page keeps no answer on this phone.",
    when: (time: string) => `It was sent on ${time}.`,
    titleTest: "The test worked",
    leadTest: "Your report was checked and thrown away. Nobody will count it.",
    number: "Receipt number",
    sent: "What was sent",
    filler: "Sent: only a filler, which stands for no answer",
    ticks: (labels: readonly string[]) =>
      labels.length === 0 ? "Sent: no ticks" : `Sent: ticks at ${labels.join(", ")}`,
    value: (label: string) => `Sent: ${label}`,
    place: (place: number, places: number) => `Sent: place ${number(place)} of ${number(places)}`,
    changed: "Your phone may have changed this.",
    changedTicks: "Your phone may have changed each tick.",
    changedOrSkipped: "Your phone may have changed this. Whether you answered is hidden too.",
    record: "Scrambled answers in bytes",
    once: "Please do not answer again: a second report would weaken the guarantee.",
    download: "Download receipt",
    copy: "Or copy the receipt",
  },

  stopped,
};

export type Texts = typeof en;
