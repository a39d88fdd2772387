import { Link } from "@tanstack/react-router";
import { Page } from "../frame/Page";
import { Scrolls } from "../frame/Scrolls";
import { Axis } from "../mark/Axis";
import { Hatch } from "../mark/Hatch";
import { Interval } from "../mark/Interval";
import { scaleBetween } from "../mark/scale";
import { count, percent, points } from "../numbers/format";
import { audit, copiedBy, estimateOf, mostShown, rightOf } from "./audit";
import { Growth, GrowthTable } from "./Growth";
import "../parts/charts/attackRows.css";
import "./lesson.css";
import { words } from "../words/words";

const DECIMALS = 1;
const LONGEST = Math.max(...audit.runs);
const SCALE = scaleBetween(
  audit.right.flatMap((guess) => estimateOf(guess, "").bands.flatMap(({ low, high }) => [low, high])),
);

function Looks() {
  const text = words.lesson;
  const title = text.looks(percent(rightOf("coded")), percent(rightOf("real")));
  return (
    <section aria-labelledby="looks">
      <h2 id="looks">{title}</h2>
      <p>{text.looksText(count(audit.people), audit.epsilon)}</p>
      <p className="quiet">{text.looksLegend}</p>
      <ul className="attack-rows" aria-label={title}>
        {audit.right.map((guess) => (
          <li key={guess.maker} className="attack-row">
            <span>{text.makers[guess.maker]}</span>
            <Interval
              estimate={estimateOf(guess, text.makers[guess.maker])}
              scale={SCALE}
              simulated
              label={text.heard(text.makers[guess.maker], percent(guess.share, DECIMALS))}
            />
            <span>{percent(guess.share, DECIMALS)}</span>
          </li>
        ))}
      </ul>
      <div className="attack-row" aria-hidden="true">
        <span />
        <Axis scale={SCALE} />
      </div>
      <details>
        <summary>{text.looksTable}</summary>
        <Scrolls label={text.looksTable}>
          <table className="numbers">
            <thead>
              <tr>
                <th scope="col">{text.maker}</th>
                <th scope="col">{text.right}</th>
                <th scope="col">{text.error}</th>
              </tr>
            </thead>
            <tbody>
              {audit.right.map(({ maker, share, error }) => (
                <tr key={maker}>
                  <th scope="row">{text.makers[maker]}</th>
                  <td>{percent(share, DECIMALS)}</td>
                  <td>{points(error, DECIMALS)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      </details>
    </section>
  );
}

function Copied() {
  const text = words.lesson;
  const title = text.copied(count(copiedBy("coded")), count(audit.people));
  return (
    <section aria-labelledby="copied">
      <h2 id="copied">{title}</h2>
      <p>{text.copiedText}</p>
      <Scrolls label={title}>
        <table className="numbers copied">
          <thead>
            <tr>
              <th scope="col">{text.person}</th>
              <th scope="col">{text.columns.realFirst}</th>
              <th scope="col">{text.columns.madeFirst}</th>
              <th scope="col">{text.columns.realLast}</th>
              <th scope="col">{text.columns.madeLast}</th>
            </tr>
          </thead>
          <tbody>
            {audit.rows.map(({ real, synthetic }, index) => (
              <tr key={real.join()}>
                <th scope="row">{index + 1}</th>
                <td>{real[0]}</td>
                <td>{synthetic[0].toFixed(DECIMALS)}</td>
                <td>{real[1]}</td>
                <td>
                  <strong>{synthetic[1]}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p>{text.copiedOthers(count(copiedBy("described")), count(copiedBy("ours")))}</p>
    </section>
  );
}

/** Why can rows that look made up still tell of somebody? For everybody: it reads and spends nothing. */
export function Lesson() {
  const text = words.lesson;
  return (
    <Page title={text.title}>
      <Hatch />
      <h1>{text.title}</h1>
      <p className="no-guarantee">
        <strong>{text.noGuarantee}</strong> {text.noGuaranteeText}
      </p>
      <Looks />
      <Copied />
      <section aria-labelledby="grows">
        <h2 id="grows">{text.grows(mostShown().toFixed(DECIMALS), count(LONGEST), audit.epsilon)}</h2>
        <p>{text.growsText}</p>
        <Growth />
        <GrowthTable />
        <p>{text.acquits}</p>
        <p className="quiet">{text.chance(audit.error)}</p>
      </section>
      <section aria-labelledby="provable">
        <h2 id="provable">{text.provable}</h2>
        <ol className="steps">
          {text.steps.map(({ does, why }) => (
            <li key={does}>
              <strong>{does}</strong> {why}
            </li>
          ))}
        </ol>
      </section>
      <p>
        <Link to="/attacks">{text.more}</Link>
      </p>
    </Page>
  );
}
