import type { Mechanism, Population, StudyToAsk } from "../../api/types";

/** A form as it is typed: numbers are texts until it is sent. */
export interface Typed {
  mechanisms: readonly Mechanism[];
  epsilons: string;
  population: Population;
  answers: string;
  people: string;
  repetitions: string;
  seed: string;
}

export const FIRST: Typed = {
  mechanisms: ["generalized-randomized-response", "optimized-unary-encoding", "subset-selection", "hadamard-response"],
  epsilons: "0.25, 0.5, 1, 2, 4",
  population: "harmonic",
  answers: "16",
  people: "10000",
  repetitions: "20",
  seed: "",
};

/** A sample has its own number of answers. */
export const isLaw = (population: Population): boolean => !population.includes(".");

/** Commas and blanks of either language stand between epsilons. */
export const epsilonsIn = (typed: string): string[] => typed.split(/[\s,，、;；]+/u).filter((text) => text !== "");

/** What is sent: the server says of each part whether it can be. A field that holds no whole number is sent as 0. */
export function studyOf(typed: Typed): StudyToAsk {
  const whole = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : 0);
  return {
    mechanisms: [...typed.mechanisms],
    epsilons: epsilonsIn(typed.epsilons),
    population: typed.population,
    ...(isLaw(typed.population) ? { answers: whole(typed.answers) } : {}),
    people: whole(typed.people),
    repetitions: whole(typed.repetitions),
    ...(typed.seed.trim() === "" ? {} : { seed: whole(typed.seed) }),
  };
}

/** How many surveys are simulated, if no mechanism refuses. */
export const surveysOf = (study: StudyToAsk): number =>
  study.mechanisms.length * study.epsilons.length * study.repetitions;
