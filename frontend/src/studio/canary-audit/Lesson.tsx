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
  audit.right.flatMap((one) => estimateOf(one, "").bands.flatMap(({ low, high }) => [low, high])),
);

function Looks() {
  const said = words.lesson;
  const title = said.looks(percent(rightOf("coded")), percent(rightOf("real")));
  return (
    <section aria-labelledby="looks">
      <h2 id="looks">{title}</h2>
      <p>{said.looksText(count(audit.people), audit.epsilon)}</p>
      <p className="quiet">{said.looksLegend}</p>
      <ul className="attack-rows" aria-label={title}>
        {audit.right.map((one) => (
          <li key={one.maker} className="attack-row">
            <span>{said.makers[one.maker]}</span>
            <Interval
              estimate={estimateOf(one, said.makers[one.maker])}
              scale={SCALE}
              simulated
              label={said.heard(said.makers[one.maker], percent(one.share, DECIMALS))}
            />
            <span>{percent(one.share, DECIMALS)}</span>
          </li>
        ))}
      </ul>
      <div className="attack-row" aria-hidden="true">
        <span />
        <Axis scale={SCALE} />
      </div>
      <details>
        <summary>{said.looksTable}</summary>
        <Scrolls label={said.looksTable}>
          <table className="numbers">
            <thead>
              <tr>
                <th scope="col">{said.maker}</th>
                <th scope="col">{said.right}</th>
                <th scope="col">{said.error}</th>
              </tr>
            </thead>
            <tbody>
              {audit.right.map(({ maker, share, error }) => (
                <tr key={maker}>
                  <th scope="row">{said.makers[maker]}</th>
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
  const said = words.lesson;
  const title = said.copied(count(copiedBy("coded")), count(audit.people));
  return (
    <section aria-labelledby="copied">
      <h2 id="copied">{title}</h2>
      <p>{said.copiedText}</p>
      <Scrolls label={title}>
        <table className="numbers copied">
          <thead>
            <tr>
              <th scope="col">{said.person}</th>
              <th scope="col">{said.columns.realFirst}</th>
              <th scope="col">{said.columns.madeFirst}</th>
              <th scope="col">{said.columns.realLast}</th>
              <th scope="col">{said.columns.madeLast}</th>
            </tr>
          </thead>
          <tbody>
            {audit.rows.map(({ real, made }, place) => (
              <tr key={real.join()}>
                <th scope="row">{place + 1}</th>
                <td>{real[0]}</td>
                <td>{made[0].toFixed(DECIMALS)}</td>
                <td>{real[1]}</td>
                <td>
                  <strong>{made[1]}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p>{said.copiedOthers(count(copiedBy("described")), count(copiedBy("ours")))}</p>
    </section>
  );
}

/** Why can rows that look made up still tell of somebody? For everybody: it reads and spends nothing. */
export function Lesson() {
  const said = words.lesson;
  return (
    <Page title={said.title}>
      <Hatch />
      <h1>{said.title}</h1>
      <p className="no-guarantee">
        <strong>{said.noGuarantee}</strong> {said.noGuaranteeText}
      </p>
      <Looks />
      <Copied />
      <section aria-labelledby="grows">
        <h2 id="grows">{said.grows(mostShown().toFixed(DECIMALS), count(LONGEST), audit.epsilon)}</h2>
        <p>{said.growsText}</p>
        <Growth />
        <GrowthTable />
        <p>{said.acquits}</p>
        <p className="quiet">{said.chance(audit.error)}</p>
      </section>
      <section aria-labelledby="provable">
        <h2 id="provable">{said.provable}</h2>
        <ol className="steps">
          {said.steps.map(({ does, why }) => (
            <li key={does}>
              <strong>{does}</strong> {why}
            </li>
          ))}
        </ol>
      </section>
      <p>
        <Link to="/attacks">{said.more}</Link>
      </p>
    </Page>
  );
}
