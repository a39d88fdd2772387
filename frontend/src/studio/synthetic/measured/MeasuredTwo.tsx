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

function Told({ of, found, names }: { of: JoinedAppraisal; found: Report; names: Names }) {
  const said = words.joined;
  const [ofParent, ofChild] = of.units;
  const texts = { parents: said.measuredParents(names.parents), children: said.measuredChildren(names.children) };
  return (
    <>
      {BOTH.map((which) => (
        <section key={which}>
          <h3>{names[which]}</h3>
          <TableErrors found={byName(found[which])} label={said.measuredMapOf(names[which])} text={texts[which]} />
        </section>
      ))}
      {found.siblings && (
        <>
          <h3>{said.siblings}</h3>
          <p>{said.siblingsText}</p>
          <Limits marginals={byName(found.siblings).marginals} label={said.siblings} />
        </>
      )}
      <Experts
        say={said.expertsOfReport}
        epsilon={of.asked.epsilon}
        delta={of.asked.delta}
        rhos={[of.rho, ofParent?.rho, ofChild?.rho]}
        others={BOTH.flatMap((which) =>
          propensitiesSaid(byName(found[which])).map((text) => said.ofTable(names[which], text)),
        )}
      />
    </>
  );
}

function AskingOfTwo({ of, report, names }: { of: Joined; report: NonNullable<Joined["report"]>; names: Names }) {
  const queries = useQueryClient();
  const [exactness, turn] = useState<number>(USUAL);
  const { epsilon: _, delta: __, ...made } = of.plan;
  const assumed = { parents_assumed: report.parents.rows, children_assumed: report.children.rows };
  const { data: prices } = useQuery(
    joinedForecasts(of.data_set, of.version, { ...made, ...assumed, privacy: PRIVACY }),
  );
  const asked = useMutation({
    mutationFn: () => appraise(of.id, { epsilon: EPSILONS[exactness] ?? EPSILONS[USUAL], delta: DELTA }),
    onSettled: () => queries.invalidateQueries({ queryKey: joinedAppraisals(of.id).queryKey }),
  });
  const price = prices?.forecasts[exactness];
  const tables = {
    parents: { id: of.data_set, name: names.parents },
    children: { id: of.children.data_set, name: names.children },
  };
  const cost = price && <CostOfBoth tables={tables} rho={price.rho} />;
  return <Asking exactness={exactness} turn={turn} asked={asked} cost={cost} />;
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
      {query.data?.map((one) =>
        one.report ? (
          <Told key={one.id} of={one} found={one.report} names={names} />
        ) : (
          <Measuring key={one.id} of={one} />
        ),
      )}
    </MeasuredSection>
  );
}
