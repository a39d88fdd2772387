import { words } from "./words";

/** What a level is called: by its place among the levels of a survey, the most protective first. */
export function levelName(place: number, levels: number): string {
  return words.levelNames[levels - 1]?.[place] ?? "";
}

type Grouped = readonly { levels: readonly number[] }[];

const counted = (groups: Grouped): number => groups.reduce((sum, { levels }) => sum + levels.length, 0);

/** The levels of a survey as its results show them; where they are chosen by question, not every question has all. */
export function everyLevel(questions: readonly { by_level: Grouped }[]): Grouped {
  return questions
    .map((each) => each.by_level)
    .reduce((most, each) => (counted(each) > counted(most) ? each : most), []);
}

/** Levels that are shown together, because too few people chose one of them. */
export function nameOfLevels(every: Grouped, shown: readonly number[]): string {
  return shown.map((level) => levelName(level, counted(every))).join(" + ");
}
