import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comparison, QuestionResult } from "../../api/types";
import { comparison } from "../data/results";
import { Failure } from "../frame/Failure";
import { points } from "../numbers/format";
import { estimateOf } from "../numbers/interval";
import { substantive, timesOfHundred } from "../parts/results/sentence";
import { words } from "../words/words";

const NORMAL_95 = 1.96;

interface CompareProps {
  id: string;
  version: number | undefined;
  result: QuestionResult;
}

interface SaidProps {
  facts: Comparison;
  first: string;
  second: string;
}

function SaidChance({ facts, first, second }: SaidProps) {
  const times = timesOfHundred(facts.chance);
  const giveOrTake = points(NORMAL_95 * facts.standard_error, 1);
  return (
    <>
      <p role="status">
        <strong>
          {words.results.chance({ times: times.charAt(0).toUpperCase() + times.slice(1), first, second })}
        </strong>
      </p>
      <p className="quiet note">{words.results.chanceNote({ difference: points(facts.difference, 1), giveOrTake })}</p>
    </>
  );
}

function Picker({ id, version, result }: CompareProps) {
  const estimates = result.estimates.answers.map(estimateOf);
  const [largest, next] = substantive(estimates).toSorted((left, right) => right.share - left.share);
  const [first, setFirst] = useState(largest?.id ?? "");
  const [second, setSecond] = useState(next?.id ?? "");
  const { data, error, refetch } = useQuery({
    ...comparison(id, version, result.id, first, second),
    enabled: first !== "" && second !== "" && first !== second,
    placeholderData: (previous) => previous,
  });
  const labels = new Map(estimates.map((estimate) => [estimate.id, estimate.label]));
  const choices = estimates.map(({ id: value, label }) => ({ value, label }));
  const isThis = data?.a === first && data.b === second;
  return (
    <div className="compare">
      <NativeSelect
        label={words.results.compareFirst}
        value={first}
        data={choices}
        onChange={(changed) => setFirst(changed.currentTarget.value)}
      />
      <NativeSelect
        label={words.results.compareSecond}
        value={second}
        data={choices.filter(({ value }) => value !== first)}
        onChange={(changed) => setSecond(changed.currentTarget.value)}
      />
      {error && <Failure error={error} retry={() => refetch()} />}
      {data && isThis && <SaidChance facts={data} first={labels.get(first) ?? ""} second={labels.get(second) ?? ""} />}
    </div>
  );
}

/** How sure one may be that one answer is given by more people than another. Asked only when it is looked at. */
export function Compare(props: CompareProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>{words.results.compare}</summary>
      {open && <Picker {...props} />}
    </details>
  );
}
