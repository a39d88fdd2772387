import { Link } from "@tanstack/react-router";
import { Page } from "../frame/Page";
import { Axis } from "../mark/Axis";
import { Hatch } from "../mark/Hatch";
import { Interval } from "../mark/Interval";
import { scaleOver } from "../mark/scale";
import { count, percent } from "../numbers/format";
import { words } from "../words/words";
import { AttackTable } from "./AttackTable";
import { type Attack, attacks, type Case, estimateOf } from "./attacks";
import "../parts/charts/attackRows.css";
import "./attacks.css";

const SCALE = scaleOver([0, 1]);

function Row({ of }: { of: Case }) {
  const text = words.attacks;
  const name = text.releases[of.release];
  return (
    <li className="attack-row">
      <span>{name}</span>
      <Interval
        estimate={estimateOf(of, name)}
        scale={SCALE}
        simulated
        truth={of.without}
        label={text.heard(name, percent(of.success), percent(of.without))}
      />
      <span>{percent(of.success)}</span>
      <span className="quiet">{of.promised === null ? text.nothing : text.promised(percent(of.promised))}</span>
    </li>
  );
}

function Section({ of }: { of: Attack }) {
  const text = words.attacks;
  const about = text.about[of.attack];
  const name = text.names[of.attack];
  return (
    <section aria-labelledby={of.attack}>
      <h2 id={of.attack}>{name}</h2>
      <p>{about.does}</p>
      <dl className="attack-facts">
        <dt>{text.needs}</dt>
        <dd>{about.needs}</dd>
        <dt>{text.answers}</dt>
        <dd>{about.answers}</dd>
      </dl>
      <ul className="attack-rows" aria-label={name}>
        {of.cases.map((attack) => (
          <Row key={attack.release} of={attack} />
        ))}
      </ul>
      <div className="attack-row" aria-hidden="true">
        <span />
        <Axis scale={SCALE} />
      </div>
      <AttackTable of={of} />
    </section>
  );
}

/** What does a released table give away, and which model answers which attack? For everybody: no account is needed. */
export function AttackRoom() {
  const text = words.attacks;
  return (
    <Page title={text.title}>
      <Hatch />
      <h1>{text.title}</h1>
      <p>{text.text(count(attacks.people))}</p>
      <p className="quiet">{text.legend}</p>
      {attacks.attacks.map((attack) => (
        <Section key={attack.attack} of={attack} />
      ))}
      <p>
        <Link to="/made-up-rows">{words.lesson.link}</Link>
      </p>
    </Page>
  );
}
