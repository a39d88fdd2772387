import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Joined, JoinedAppraisal } from "../../../api/types";
import { joinedAppraisals, joinedForecasts } from "../../data/joined";
import { appraise } from "../../data/syntheses";
import { words } from "../../words/words";
import { DELTA, EPSILONS, PRIVACY, USUAL } from "../draft";
import { BOTH } from "../draftOfTwo";
import { Experts } from "../Experts";
import { CostOfBoth } from "../price/CostOfBoth";
import { Asking, Limits, MeasuredSection, Measuring, propensitiesSaid, TableErrors } from "./MeasuredParts";
import { byName } from "./measuredOfTwo";

type Report = NonNullable<JoinedAppraisal["report"]>;
/** The names of the two data sets. */
type Names = Record<(typeof BOTH)[number], string>;

function Findings({ of, report, names }: { of: JoinedAppraisal; report: Report; names: Names }) {
  const wording = words.joined;
  const [ofParent, ofChild] = of.units;
  const texts = { parents: wording.measuredParents(names.parents), children: wording.measuredChildren(names.children) };
  return (
    <>
      {BOTH.map((which) => (
        <section key={which}>
          <h3>{names[which]}</h3>
          <TableErrors errors={byName(report[which])} label={wording.measuredMapOf(names[which])} text={texts[which]} />
        </section>
      ))}
      {report.siblings && (
        <>
          <h3>{wording.siblings}</h3>
          <p>{wording.siblingsText}</p>
          <Limits marginals={byName(report.siblings).marginals} label={wording.siblings} />
        </>
      )}
      <Experts
        say={wording.expertsOfReport}
        epsilon={of.asked.epsilon}
        delta={of.asked.delta}
        rhos={[of.rho, ofParent?.rho, ofChild?.rho]}
        others={BOTH.flatMap((which) =>
          propensitiesSaid(byName(report[which])).map((text) => wording.ofTable(names[which], text)),
        )}
      />
    </>
  );
}

function AskingOfTwo({ of, report, names }: { of: Joined; report: NonNullable<Joined["report"]>; names: Names }) {
  const queries = useQueryClient();
  const [exactness, turn] = useState<number>(USUAL);
  const { epsilon: _, delta: __, ...plan } = of.plan;
  const assumed = { parents_assumed: report.parents.rows, children_assumed: report.children.rows };
  const { data: prices } = useQuery(
    joinedForecasts(of.data_set, of.version, { ...plan, ...assumed, privacy: PRIVACY }),
  );
  const request = useMutation({
    mutationFn: () => appraise(of.id, { epsilon: EPSILONS[exactness] ?? EPSILONS[USUAL], delta: DELTA }),
    onSettled: () => queries.invalidateQueries({ queryKey: joinedAppraisals(of.id).queryKey }),
  });
  const price = prices?.forecasts[exactness];
  const tables = {
    parents: { id: of.data_set, name: names.parents },
    children: { id: of.children.data_set, name: names.children },
  };
  const cost = price && <CostOfBoth tables={tables} rho={price.rho} />;
  return <Asking exactness={exactness} turn={turn} request={request} cost={cost} />;
}

/** How far are both tables, and how alike siblings are, from the true rows? */
export function MeasuredTwo({
  of,
  report,
  names,
}: {
  of: Joined;
  report: NonNullable<Joined["report"]>;
  names: Names;
}) {
  const query = useQuery(joinedAppraisals(of.id));
  return (
    <MeasuredSection query={query} asking={<AskingOfTwo of={of} report={report} names={names} />}>
      {query.data?.map((row) =>
        row.report ? (
          <Findings key={row.id} of={row} report={row.report} names={names} />
        ) : (
          <Measuring key={row.id} of={row} />
        ),
      )}
    </MeasuredSection>
  );
}
