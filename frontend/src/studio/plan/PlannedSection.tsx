import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { nameOf } from "../evaluate/Description";
import type { LogAxis } from "../evaluate/plot";
import { count, percent, points } from "../numbers/format";
import { furthest } from "../results/Doubts";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { halfAt, type Planned, tells, toldFromHalf, type Wanted } from "./plan";
import { WidthChart } from "./WidthChart";
import { WidthTable } from "./WidthTable";

/** What so many answers will tell, in a sentence. */
function outcome(half: number, wanted: Wanted): string {
  const said = words.plan;
  const share = percent(wanted.share);
  if (tells(half, wanted)) return said.could(share);
  const nearest = toldFromHalf(half);
  return nearest === undefined ? said.couldNothing(share) : said.couldNot(share, percent(nearest));
}

function Why({ planned, isSet }: { planned: Planned; isSet: boolean }) {
  const said = words.plan;
  const { levels, answers } = planned;
  return (
    <details>
      <summary>{said.why}</summary>
      <ul className="plan-why">
        {levels.map(({ level, mechanism, epsilon, reason, odds }) => (
          <li key={level}>
            {said.whyAt(levelName(level, levels.length), nameOf({ slug: mechanism, name: mechanism }), epsilon)}{" "}
            <span lang="en">{reason}</span>{" "}
            {words.build.odds(Math.round(odds.kept * 100), Math.round(odds.other * 100))}{" "}
            {!isSet && (
              <Link to="/mechanisms" search={{ answers: String(answers), epsilon }}>
                {said.others}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PlannedSectionProps {
  name: string;
  note?: string | undefined;
  planned: Planned;
  /** Several answers to one question: the catalogue's figures are for one answer. */
  isSet: boolean;
  answers: number;
  sizes: readonly number[];
  wanted: Wanted;
  y: LogAxis;
  children: ReactNode;
}

/** Will the results of this question, or of this pair, be good enough? Below it what made-up people would give. */
export function PlannedSection(props: PlannedSectionProps) {
  const { name, note, planned, isSet, answers, sizes, wanted, y, children } = props;
  const said = words.plan;
  const half = halfAt(planned, answers);
  const needed = planned.needed[wanted.half];
  return (
    <section className="planned">
      <h2>{name}</h2>
      <div className="planned-two">
        <div className="planned-said">
          {note && <p className="quiet">{note}</p>}
          {half !== undefined && (
            <p>
              {said.half(count(answers), points(half, half < 0.1 ? 1 : 0))} <strong>{outcome(half, wanted)}</strong>
            </p>
          )}
          {needed !== undefined && <p>{said.needed(count(needed), percent(wanted.share))}</p>}
          <p className="quiet">{said.madeUp(furthest(planned, "0.01"), furthest(planned, "0.05"))}</p>
          <Why planned={planned} isSet={isSet} />
          <WidthTable name={name} planned={planned} sizes={sizes} />
        </div>
        <WidthChart name={name} planned={planned} answers={answers} wanted={wanted} y={y} />
      </div>
      {children}
    </section>
  );
}
