import type { World } from "./worlds";

/** People with numbers on the points of the grid, between them, at the bounds and beyond, and with every set there can be. */
export const HOLDERS: readonly World[] = [
  { given: { hours: "0", degrees: "-20", tools: ["car"] } },
  { given: { hours: "7", degrees: "0", tools: ["pc", "hand"] } },
  { given: { hours: "60", degrees: "80", tools: ["none"] } },
  { given: { hours: "-3", degrees: "130", tools: ["prefer_not_to_say"] } },
  { given: { hours: "1000", degrees: "-21", tools: ["pc"] } },
  { given: { hours: "33", degrees: "79", tools: ["car", "hand"] } },
  { given: { hours: "30", degrees: "-19", tools: ["hand"] } },
  {
    given: { hours: "59", degrees: "21", tools: ["car", "pc"] },
    doubts: { hours: "4", degrees: "77", tools: ["none"] },
  },
];

const order = (first: string, second: string, third: string) => ({
  ...{ [`drinks.${first}`]: "p1", [`drinks.${second}`]: "p2", [`drinks.${third}`]: "p3" },
});

/** People with every order and none, at both ends of a track, at its middle and between, who touched it or did not. */
export const MOVERS: readonly World[] = [
  { given: { ...order("tea", "coffee", "water"), warmth: "-10", effort: "0", mood: "p1" } },
  { given: { ...order("tea", "water", "coffee"), warmth: "40", effort: "100", mood: "p3" } },
  { given: { ...order("coffee", "tea", "water"), warmth: "15", effort: "50", mood: "p5" } },
  { given: { ...order("coffee", "water", "tea"), effort: "10" } },
  { given: { ...order("water", "tea", "coffee"), warmth: "10", effort: "90", mood: "prefer_not_to_say" } },
  { given: { warmth: "20", effort: "50", mood: "p2" } },
  {
    given: { ...order("water", "coffee", "tea"), warmth: "5", effort: "30", mood: "p4" },
    doubts: { ...order("tea", "coffee", "water"), warmth: "40", effort: "100", mood: "p1" },
  },
];

/** People with a number at the bounds, between them and beyond, who skipped it, and who were not asked, one after a doubt. */
export const SOME: readonly World[] = [
  { given: { ill: "yes", nights: "0" } },
  { given: { ill: "yes", nights: "7" } },
  { given: { ill: "yes", nights: "3" } },
  { given: { ill: "yes", nights: "100" } },
  { given: { ill: "yes" } },
  { given: { ill: "no" } },
  { given: { ill: "no" }, doubts: { ill: "yes", nights: "5" } },
];

/** People who differ in every answer, in those that stay on the phone too, and by these in what they are asked. */
export const DRAWN: readonly World[] = [
  {
    given: {
      ...{ ill: "yes", days: "3", place: "o3", tools: ["car", "hand"], cold: "yes", warm: "no" },
      ...{ "grid.r1": "o1", "grid.r2": "o2", "grid.r3": "o3" },
    },
  },
  {
    given: { ill: "no", place: "o1", tools: ["pc"], "grid.r1": "o3", "grid.r2": "o3", "grid.r3": "prefer_not_to_say" },
  },
  {
    given: {
      ill: "prefer_not_to_say",
      place: "o3",
      tools: ["hand"],
      cold: "prefer_not_to_say",
      warm: "yes",
      "grid.r2": "o1",
    },
  },
  {
    given: { ill: "no", place: "o2", tools: ["none"], "grid.r1": "o3" },
    doubts: { ill: "yes", days: "300", place: "o3", tools: ["hand"], "grid.r1": "o2" },
  },
];
