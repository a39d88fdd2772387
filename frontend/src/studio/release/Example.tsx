import { words } from "../words/words";
import { type Dot, RISKS } from "./candidates/dots";
import { Frontier } from "./candidates/Frontier";

/** Adult, the census sample of 1994, with seven quasi-identifying columns, as `mechanisms.anonymity` found it. */
const BEFORE = { prosecutor_max: 1, prosecutor_mean: 0.347242 };
const CANDIDATES = [
  { k: 3, prosecutor_max: 0.333333, prosecutor_mean: 0.163404, gcp: 0.017456 },
  { k: 5, prosecutor_max: 0.2, prosecutor_mean: 0.106404, gcp: 0.026597 },
  { k: 10, prosecutor_max: 0.1, prosecutor_mean: 0.058392, gcp: 0.0407 },
  { k: 20, prosecutor_max: 0.05, prosecutor_mean: 0.032533, gcp: 0.057977 },
] as const;
const DOTS: readonly Dot[] = CANDIDATES.map(({ k, gcp, ...risk }, index) => ({
  place: index,
  models: [{ model: "k-anonymity", k }],
  risk,
  utility: { gcp },
}));

/** A list that is empty teaches with one example, hatched because nothing was released. */
export function Example() {
  const text = words.rows;
  return (
    <section aria-labelledby="example" className="release-example">
      <h2 id="example">{text.example}</h2>
      <Frontier dots={DOTS} before={BEFORE} figure={RISKS[0]} chosen={1} example />
      <p className="quiet">{text.exampleNote}</p>
    </section>
  );
}
