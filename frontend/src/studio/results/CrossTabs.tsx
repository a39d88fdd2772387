import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CrossTab, Shown } from "../../api/types";
import { crosstabs } from "../data/results";
import { count } from "../numbers/format";
import { CrossTabView } from "../parts/results/CrossTabView";
import { askedIn } from "../parts/results/sentence";
import { words } from "../words/words";
import { AskCrossTab } from "./AskCrossTab";

interface CrossTabsProps {
  id: string;
  version: number | undefined;
  shown: Shown;
}

const keyOf = ({ rows, columns }: { rows: string; columns: string }) => `${rows} ${columns}`;

/** The note where phones sent only some questions: why none but planned pairs are crossed, with a link to plan them. */
function NobodySentBoth({ id }: { id: string }) {
  const { crossNobody, planPairs } = words.sending;
  return (
    <p>
      {crossNobody}{" "}
      <Link to="/surveys/$id/build" params={{ id }} hash="pairs">
        {planPairs}
      </Link>
    </p>
  );
}

interface UnplannedProps extends CrossTabsProps {
  from: number;
  kept: readonly CrossTab[];
  onAsked: (table: CrossTab) => void;
}

/**
 * The form that crosses any two questions, or the reason why it is not there: too few reports, or phones that sent only
 * some of the questions.
 */
function Unplanned({ from, shown, ...asking }: UnplannedProps) {
  if (shown.sends === "some") return <NobodySentBoth id={asking.id} />;
  if (shown.reports < from) return <p className="quiet">{words.results.crossFrom(count(from))}</p>;
  return <AskCrossTab shown={shown} {...asking} />;
}

/** The section of tables that cross two questions: planned pairs and those that were asked for, one at a time. */
export function CrossTabs({ id, version, shown }: CrossTabsProps) {
  const { data } = useQuery(crosstabs(id, version));
  const [chosen, choose] = useState("");
  const every: readonly CrossTab[] = data?.crosstabs ?? [];
  const current = every.find((table) => keyOf(table) === chosen) ?? every[0];
  const texts = new Map(shown.questions.map((question) => [question.id, askedIn(question)]));
  const nameOf = ({ rows, columns }: CrossTab) =>
    words.results.crossOf(texts.get(rows) ?? rows, texts.get(columns) ?? columns);
  return (
    <section className="result" aria-labelledby="crossed">
      <h2 id="crossed">{words.results.crossTitle}</h2>
      <p className="quiet">{shown.sends === "some" ? words.sending.crossText : words.results.crossText}</p>
      {data && every.length === 0 && <p className="quiet">{words.results.crossNone}</p>}
      {every.length > 1 && (
        <NativeSelect
          className="among"
          label={words.results.crossShow}
          value={current ? keyOf(current) : ""}
          data={every.map((table) => ({ value: keyOf(table), label: nameOf(table) }))}
          onChange={(changed) => choose(changed.currentTarget.value)}
        />
      )}
      {current && (
        <CrossTabView key={keyOf(current)} crosstab={current} name={nameOf(current)} simulated={shown.simulated} />
      )}
      {data && (
        <Unplanned
          {...{ id, version, shown }}
          from={data.unplanned_from}
          kept={every}
          onAsked={(table) => choose(keyOf(table))}
        />
      )}
    </section>
  );
}
