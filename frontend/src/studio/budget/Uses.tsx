import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Budget, BudgetUse } from "../../api/types";
import { budgetUses } from "../data/budgets";
import { Failure } from "../frame/Failure";
import { Headings } from "../frame/Headings";
import { Scrolls } from "../frame/Scrolls";
import { moment, threeDigits } from "../numbers/format";
import { amount, wholeOf } from "../parts/budget/balance";
import { deedOf, partOfBudget } from "../parts/budget/texts";
import { words } from "../words/words";

const rhoOf = (use: BudgetUse): number => amount(use.cost, "rho") ?? 0;

/**
 * The price of a use as a part of all that may be spent; whoever may not know how much that is reads the price itself.
 */
function Price({ use, limit }: { use: BudgetUse; limit: number | null }) {
  const price = limit ? partOfBudget(rhoOf(use), limit) : words.budget.inRho(threeDigits(rhoOf(use)));
  return use.state === "released" || use.again ? <s className="quiet">{price}</s> : price;
}

function Entry({ use, limit }: { use: BudgetUse; limit: number | null }) {
  const { columns } = words.budget;
  return (
    <tr>
      <td data-label={columns.when}>{moment(use.at)}</td>
      <th scope="row" data-label={columns.who}>
        {use.name || use.actor}
      </th>
      <td data-label={columns.what}>
        <span>{deedOf(use)}</span>
      </td>
      <td data-label={columns.state}>
        <span>
          <span className={`use-mark use-${use.again ? "again" : use.state}`} aria-hidden="true" />
          {use.again ? words.budget.again : words.budget.states[use.state]}
        </span>
      </td>
      <td data-label={columns.price} className="figure">
        <span>
          <Price use={use} limit={limit} />
        </span>
      </td>
    </tr>
  );
}

/** The prices that add. */
function Prices({ uses }: { uses: readonly BudgetUse[] }) {
  const { columns } = words.budget;
  return (
    <details>
      <summary>{words.detailsForExperts}</summary>
      <Scrolls label={words.budget.pricesAsNumbers}>
        <table className="numbers">
          <thead>
            <tr>
              <Headings of={[columns.when, columns.what, columns.rho]} />
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <tr key={use.request}>
                <td>{moment(use.at)}</td>
                <th scope="row">{deedOf(use)}</th>
                <td title={use.cost.rho ?? undefined}>{threeDigits(rhoOf(use))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}

/** Who asked what, when, and what it cost. */
export function Uses({ id, budget, isOwner }: { id: string; budget: Budget; isOwner: boolean }) {
  const list = useInfiniteQuery(budgetUses(id));
  if (list.isError) return <Failure error={list.error} retry={() => list.refetch()} />;
  if (list.isPending) return <p className="quiet">{words.loading}</p>;
  const uses = list.data.pages.flatMap((page) => page.results);
  const whole = wholeOf(budget);
  const limit = whole ? amount(whole.limit, "rho") : null;
  const { columns } = words.budget;
  return (
    <section aria-labelledby="uses">
      <h2 id="uses">{isOwner ? words.budget.uses : words.budget.usesMine}</h2>
      {uses.length === 0 ? (
        <>
          <p>{words.budget.noUses}</p>
          <p className="example quiet">{words.budget.example}</p>
        </>
      ) : (
        <table className="uses">
          <thead>
            <tr>
              <Headings of={[columns.when, columns.who, columns.what, columns.state]} />
              <th scope="col" className="figure">
                {columns.price}
              </th>
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <Entry key={use.request} use={use} limit={limit} />
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage && (
        <Button variant="default" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {uses.length > 0 && <Prices uses={uses} />}
    </section>
  );
}
