import { NativeSelect } from "@mantine/core";
import { useId, useState } from "react";
import { Scrolls } from "../frame/Scrolls";
import { Interval } from "../mark/Interval";
import { count, figure, inUnit } from "../numbers/format";
import { words } from "../words/words";
import { areAlike, drawnMean, type ErrorsOfClass, largestKnown, type MadeNumber, type Moments } from "./moments";

const BETWEEN_BOUNDS = { low: 0, high: 1, ticks: [0, 1] };

const inUnits = (error: number, { type, unit }: MadeNumber): string =>
  inUnit(figure(error, error), type === "date" ? words.synthetic.days : unit);

function Correlations({ moments, of }: { moments: Moments; of: ErrorsOfClass }) {
  const text = words.synthetic;
  const kept = moments.groups.flatMap((group, index) => {
    const least = of.correlations?.[index] ?? null;
    return least === null ? [] : [{ group, least }];
  });
  if (kept.length === 0) return <p>{text.noCorrelation}</p>;
  return (
    <>
      {kept.map(({ group, least }) => (
        <p key={group.join(" ")}>
          {least < 1
            ? text.correlation(group.join(words.listComma), figure(least, least))
            : text.noCorrelationOf(group.join(words.listComma))}
        </p>
      ))}
    </>
  );
}

function OfClass({ moments, of }: { moments: Moments; of: ErrorsOfClass }) {
  const text = words.synthetic;
  const { means, spreads } = of;
  if (means === null || spreads === null) return <p>{text.hiddenClass}</p>;
  return (
    <>
      <Scrolls label={text.momentsTable}>
        <table className="rows-made moments">
          <thead>
            <tr>
              <th scope="col">{text.number}</th>
              <th scope="col">{text.meanOff}</th>
              <th scope="col">{text.betweenBounds}</th>
              <th scope="col">{text.spreadTold}</th>
            </tr>
          </thead>
          <tbody>
            {moments.numbers.map((number, index) => {
              const error = means[index] ?? 0;
              return (
                <tr key={number.name}>
                  <th scope="row">{number.name}</th>
                  <td>{text.giveOrTake(inUnits(2 * error, number))}</td>
                  <td className="of-mean">
                    <span className="quiet">{number.low}</span>
                    <Interval estimate={drawnMean(number, error)} scale={BETWEEN_BOUNDS} simulated />
                    <span className="quiet">{number.high}</span>
                  </td>
                  <td>{inUnits(spreads[index] ?? 0, number)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
      <Correlations moments={moments} of={of} />
    </>
  );
}

/** How far noise puts the mean of each number off, beside the bounds that it lies in: one class at a time. */
export function MomentsTable({ moments }: { moments: Moments }) {
  const text = words.synthetic;
  const id = useId();
  const [chosen, choose] = useState<number | null>(null);
  const place = chosen ?? largestKnown(moments);
  const of = moments.classes[place];
  if (!of) return null;
  const nameOf = ({ value, rows }: ErrorsOfClass) => text.classOf(value ?? text.missing, count(rows));
  return (
    <div className="moments-of-class">
      <p>{text.momentsText}</p>
      {!areAlike(moments) && (
        <NativeSelect
          id={id}
          label={text.class}
          value={String(place)}
          data={moments.classes.map((group, at) => ({ value: String(at), label: nameOf(group) }))}
          onChange={({ currentTarget: { value } }) => choose(Number(value))}
        />
      )}
      <OfClass moments={moments} of={of} />
    </div>
  );
}
