import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ColumnLeakage, DeclaredColumn, LeakagePreview, Outlook } from "../../api/types";
import { askForLeakage, leakage } from "../data/datasets";
import { Failure, sentenceFor } from "../frame/Failure";
import { Axis } from "../mark/Axis";
import { Interval } from "../mark/Interval";
import { count, percent } from "../numbers/format";
import { words } from "../words/words";
import { attacked, chosenWay, worst } from "./leaks";
import "./leakage.css";
import { keep } from "../data/memory";

const SCALE = { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };

/** The dot is what the store gives away, the stroke what guessing gives without it. */
function Mark({ way }: { way: Outlook }) {
  const estimate = { id: way.protection, label: "", share: way.recovered, bands: [] };
  return (
    <span className="leak-mark">
      <Interval estimate={estimate} scale={SCALE} truth={way.guessed} />
    </span>
  );
}

const shareText = (share: number): string => percent(share, share > 0 && share < 0.01 ? 1 : 0);

function Way({
  group,
  way,
  isChosen,
  onChoose,
}: {
  group: string;
  way: Outlook;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  const { leak, protections } = words.data;
  return (
    <div className="leak-way">
      <span className="leak-choice">
        <input
          type="radio"
          id={id}
          name={group}
          checked={isChosen}
          disabled={way.refused !== "" && !isChosen}
          aria-describedby={`${id}-said`}
          onChange={onChoose}
        />
        <label htmlFor={id}>{protections[way.protection]}</label>
      </span>
      <Mark way={way} />
      <span className="leak-figure">{shareText(way.recovered)}</span>
      <p id={`${id}-said`} className={way.refused ? "refuse" : "quiet"}>
        {way.refused ? leak.refused[way.refused] : leak.attacks[way.attack]}
        <span className="heard">{leak.recovered(shareText(way.recovered), shareText(way.guessed))}</span>
      </p>
    </div>
  );
}

interface ColumnProps {
  leaks: ColumnLeakage;
  column: DeclaredColumn;
  isSecond: boolean;
  onChange: (column: DeclaredColumn) => void;
}

function ColumnWays({ leaks, column, isSecond, onChange }: ColumnProps) {
  const group = useId();
  const chosen = chosenWay(leaks, column);
  if (!chosen) return null;
  const { leak, protections } = words.data;
  const refused = chosen.refused ? leak.refused[chosen.refused] : isSecond ? leak.second : "";
  return (
    <li>
      <details>
        <summary>
          <span>
            <strong>{leaks.name}</strong> <span className="quiet">{protections[chosen.protection]}</span>
          </span>
          <Mark way={chosen} />
          <span className="leak-figure">
            {shareText(chosen.recovered)}
            <span className="heard">{leak.recovered("", shareText(chosen.guessed))}</span>
          </span>
        </summary>
        <fieldset>
          <legend className="heard">{leak.choose(leaks.name)}</legend>
          {leaks.ways.map((way) => (
            <Way
              key={way.protection}
              group={group}
              way={way}
              isChosen={way === chosen}
              onChoose={() => onChange({ ...column, protection: way.protection })}
            />
          ))}
        </fieldset>
      </details>
      {refused && <p className="refuse">{refused}</p>}
    </li>
  );
}

function titleOf(preview: LeakagePreview | undefined, columns: readonly DeclaredColumn[]): string {
  const { leak } = words.data;
  if (preview?.state !== "ready" || !preview.columns) return leak.title;
  const most = worst(preview.columns, columns);
  return most ? leak.titleMost(shareText(most.way.recovered), most.name) : leak.titleNothing;
}

interface LeakageProps {
  id: string;
  number: number;
  columns: readonly DeclaredColumn[];
  /** Columns that are not declared yet: nothing can be attacked before. */
  open: number;
  save: () => Promise<void>;
  onChange: (column: DeclaredColumn) => void;
}

/** What would whoever runs the store learn of each column? Asked before anything is loaded. */
export function Leakage({ id, number, columns, open, save, onChange }: LeakageProps) {
  const [of, setOf] = useState(attacked(columns));
  const { data: preview, error } = useQuery(leakage(id, number));
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: async () => {
      await save();
      setOf(attacked(columns));
      return askForLeakage(id, number);
    },
    onSuccess: (answer) => keep(queries, leakage(id, number).queryKey, answer),
  });
  const { leak } = words.data;
  const working = preview?.state === "working";
  const isReady = preview?.state === "ready" && preview.columns !== undefined;
  const orders = columns.filter(({ protection }) => protection === "ope").map(({ name }) => name);
  return (
    <section aria-labelledby="leakage" className="leakage">
      <h2 id="leakage">{titleOf(preview, columns)}</h2>
      <p>{leak.text}</p>
      <div aria-live="polite">
        {working && <p>{leak.working(count(preview.progress?.done ?? 0))}</p>}
        {isReady && of !== attacked(columns) && <p className="refuse">{leak.changed}</p>}
        {preview?.state === "failed" && (
          <p className="failure">{sentenceFor(preview.progress?.error ?? "") ?? leak.failed}</p>
        )}
      </div>
      {isReady && (
        <>
          <p className="quiet">
            {leak.of(count(preview.rows ?? 0), count(preview.of ?? 0))} {leak.legend}
          </p>
          <ul className="leaks">
            {preview.columns?.map((row) => {
              const column = columns.find(({ name }) => name === row.name);
              return (
                column && (
                  <ColumnWays
                    key={row.name}
                    leaks={row}
                    column={column}
                    isSecond={orders.indexOf(row.name) > 0}
                    onChange={onChange}
                  />
                )
              );
            })}
            <li aria-hidden="true" className="leak-axis">
              <span>
                <Axis scale={SCALE} />
              </span>
            </li>
          </ul>
        </>
      )}
      <Failure error={request.error ?? error} />
      <Button variant="default" disabled={open > 0 || working || request.isPending} onClick={() => request.mutate()}>
        {isReady ? leak.again : leak.ask}
      </Button>
    </section>
  );
}
