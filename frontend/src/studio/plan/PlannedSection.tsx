import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count, percent, points } from "../numbers/format";
import type { LogAxis } from "../parts/charts/plot";
import { furthest } from "../parts/results/sentence";
import { words } from "../words/words";
import { PlanTable } from "./PlanTable";
import { halfAt, type Planned, tells, toldFromHalf, type Wanted } from "./plan";
import { Why } from "./Why";
import { WidthChart } from "./WidthChart";

/** A half-width in percentage points. */
const width = (half: number): string => points(half, half < 0.1 ? 1 : 0);

/** What so many answers will tell, in a sentence. */
function outcome(half: number, wanted: Wanted): string {
  const text = words.plan;
  const share = percent(wanted.share);
  if (tells(half, wanted)) return text.could(share);
  const nearest = toldFromHalf(half);
  return nearest === undefined ? text.couldNothing(share) : text.couldNot(share, percent(nearest));
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
  const text = words.plan;
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
              {text.half(count(answers), width(half))}
              {words.between}
              <strong>{outcome(half, wanted)}</strong>
            </p>
          )}
          {needed !== undefined && <p>{text.needed(count(needed), percent(wanted.share))}</p>}
          <p className="quiet">{text.madeUp(furthest(planned, "0.01"), furthest(planned, "0.05"))}</p>
          <Why levels={planned.levels}>
            {({ odds, epsilon }) => (
              <>
                {words.build.odds(Math.round(odds.kept * 100), Math.round(odds.other * 100))}
                {words.between}
                {!isSet && (
                  <Link to="/mechanisms" search={{ answers: String(planned.answers), epsilon }}>
                    {text.others}
                  </Link>
                )}
              </>
            )}
          </Why>
          <PlanTable
            label={text.tableOf(name)}
            planned={planned}
            sizes={sizes}
            width={width}
            wanted={({ half }) => points(Number(half), half === "0.025" ? 1 : 0)}
          />
        </div>
        <WidthChart name={name} planned={planned} answers={answers} wanted={wanted} y={y} />
      </div>
      {children}
    </section>
  );
}
