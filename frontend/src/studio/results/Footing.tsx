import type { Shown } from "../../api/types";
import { CopyButton } from "../frame/CopyButton";
import { count, percent, points } from "../numbers/format";
import { askedIn, drawsSentence } from "../parts/results/sentence";
import { everyLevel, nameOfLevels } from "../words/levels";
import { words } from "../words/words";
import { Export } from "./Export";

interface FootingProps {
  id: string;
  shown: Shown;
  version: number | undefined;
}

/** Who chose what: for the whole report, or for each question where that is chosen there. */
function chosen({ levels, questions, numbers = [], numbers_or_skipped = [] }: Shown) {
  const inUnits = [...numbers, ...numbers_or_skipped];
  const every = everyLevel([...questions, ...inUnits]);
  if (levels.length > 0)
    return levels.map((each) => ({ ...each, name: nameOfLevels(every, each.levels), epsilon: each.eps_report }));
  const rows = [
    ...questions.map((result) => ({ name: askedIn(result), parts: result.by_level })),
    ...inUnits.map((result) => ({ name: result.text, parts: result.by_level })),
  ];
  return rows.flatMap(({ name, parts }) =>
    parts
      .filter((part) => part.reports > 0)
      .map((part) => ({ ...part, name: `${name} · ${nameOfLevels(every, part.levels)}` })),
  );
}

function LevelMix({ shown }: { shown: Shown }) {
  const { levelColumns } = words.results;
  return (
    <section aria-labelledby="mix">
      <h2 id="mix">{words.results.levelsTitle}</h2>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{levelColumns.name}</th>
            <th scope="col">{levelColumns.reports}</th>
            <th scope="col">{levelColumns.share}</th>
            <th scope="col">{levelColumns.epsilon}</th>
          </tr>
        </thead>
        <tbody>
          {chosen(shown).map((level) => (
            <tr key={level.name}>
              <th scope="row">{level.name}</th>
              <td>{count(level.reports)}</td>
              <td>{percent(level.reports / shown.reports)}</td>
              <td>{level.epsilon}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.draws && <p className="quiet">{drawsSentence(shown)}</p>}
    </section>
  );
}

function Guarantee({ shown }: { shown: Shown }) {
  const terms = words.results.guarantee;
  const { guarantee } = shown;
  const facts = [
    [terms.mechanism, words.results.mechanismOf(guarantee.mechanism, guarantee.version)],
    [terms.epsilon, guarantee.epsilon],
    [terms.delta, guarantee.delta],
    [terms.unit, guarantee.unit],
    [terms.neighbours, guarantee.neighbours],
    [terms.n, count(guarantee.n)],
    [
      terms.error,
      guarantee.error === null ? terms.errorPerQuestion : words.results.pointsOf(points(guarantee.error, 2)),
    ],
  ] as const;
  return (
    <section aria-labelledby="guarantee">
      <h2 id="guarantee">{words.results.guaranteeTitle}</h2>
      <dl className="facts">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the numbers rest on, and how to quote and take them. */
export function Footing({ id, shown, version }: FootingProps) {
  return (
    <div className="footing">
      <LevelMix shown={shown} />
      <Guarantee shown={shown} />
      <section aria-labelledby="method">
        <h2 id="method">{words.results.methodTitle}</h2>
        <blockquote>{shown.method}</blockquote>
        <CopyButton text={shown.method} label={words.results.copyMethod} />
      </section>
      <Export id={id} version={version} shown={shown} />
    </div>
  );
}
