import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Budget } from "../../api/types";
import { releasesOf } from "../data/anonymisations";
import { budget as budgetQuery } from "../data/budgets";
import { dataSet } from "../data/datasets";
import { FailedPage } from "../frame/FailedPage";
import { day } from "../numbers/format";
import { AboutDataSet } from "../parts/AboutDataSet";
import { releaseIn, titleOf } from "../parts/budget/texts";
import { guaranteeText } from "../parts/releaseCard";
import { words } from "../words/words";
import { Accounts } from "./Accounts";
import { SetLimit } from "./SetLimit";
import { Uses } from "./Uses";
import "./budget.css";

/** A release is named to whoever may see it. */
function ReleaseThatLeft({ id, release }: { id: string; release: string }) {
  const { data } = useQuery(releasesOf(id));
  const match = data?.results.find((item) => item.id === release);
  if (!match) return words.budget.aRelease;
  return (
    <>
      {words.budget.aRelease}
      {words.colon}
      <Link to="/data/$id/releases/$release" params={{ id: match.data_set, release: match.id }}>
        {match.title}
      </Link>
      {words.listComma}
      {guaranteeText(match)}
    </>
  );
}

function What({ id, reason }: { id: string; reason: string }) {
  const release = releaseIn(reason);
  return release === undefined ? reason : <ReleaseThatLeft id={id} release={release} />;
}

/** Stands above every balance: none of them bounds what somebody can know. */
function Unbounded({ id, budget }: { id: string; budget: Budget }) {
  if (budget.bounded) return null;
  return (
    <section aria-labelledby="unbounded" className="failure">
      <h2 id="unbounded">{words.budget.unbounded}</h2>
      <p>{words.budget.unboundedText}</p>
      <ul>
        {budget.unbounded.map(({ reason, at }) => (
          <li key={`${at} ${reason}`}>
            <What id={id} reason={reason} /> <span className="quiet">{day(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * What stands here where no limit is set, without which nothing can be asked: what the picture will be, drawn in hatch.
 */
function NotSet({ isOwner }: { isOwner: boolean }) {
  return (
    <>
      <p>{isOwner ? words.budget.noneOwner : words.budget.noneUser}</p>
      <p className="example quiet">{words.budget.example}</p>
    </>
  );
}

/** What may still be learned about these people, and who has learned what? */
export function BudgetPage() {
  const { id } = useParams({ from: "/signed-in/data/$id/budget" });
  const about = useQuery(dataSet(id));
  const query = useQuery(budgetQuery(id));
  const error = about.error ?? query.error;
  if (error) return <FailedPage error={error} retry={() => Promise.all([about.refetch(), query.refetch()])} />;
  if (!(about.data && query.data)) return <p className="quiet">{words.loading}</p>;
  const [budget, isOwner] = [query.data, about.data.is_owner];
  const title = titleOf(budget);
  return (
    <AboutDataSet id={id} back={words.budget.peopleOf(about.data.name)} title={title}>
      <p>{words.budget.text}</p>
      <Unbounded id={id} budget={budget} />
      {budget.unit === null ? <NotSet isOwner={isOwner} /> : <Accounts budget={budget} />}
      {isOwner && <SetLimit key={budget.accounts.map(({ limit }) => limit.rho).join()} id={id} balance={budget} />}
      {budget.unit !== null && <Uses id={id} budget={budget} isOwner={isOwner} />}
    </AboutDataSet>
  );
}
