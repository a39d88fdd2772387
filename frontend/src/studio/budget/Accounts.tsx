import type { Budget, BudgetAccount } from "../../api/types";
import { Headings } from "../frame/Headings";
import { Scrolls } from "../frame/Scrolls";
import { percent } from "../numbers/format";
import {
  type Ahead,
  aheadOf,
  type Balance,
  balanceOf,
  leftOf,
  ordered,
  wholeOf,
  widthOf,
} from "../parts/budget/balance";
import { atMost, nameOf, sureOf } from "../parts/budget/texts";
import { words } from "../words/words";
import { Ruler, RulerAxis } from "./Ruler";

function leftText(account: BudgetAccount): string {
  const left = leftOf(account);
  if (left === null) return words.budget.noLimit;
  return words.budget.left(percent(left, left > 0 && left < 0.01 ? 1 : 0));
}

function Row({ account, width, ahead }: { account: BudgetAccount; width: number; ahead: Ahead | undefined }) {
  const kind = words.budget.kinds[account.kind];
  return (
    <li>
      <span className="ruler-name">
        {nameOf(account)}
        {account.kind !== "people" && <span className="quiet"> {kind}</span>}
      </span>
      <Ruler balance={balanceOf(account)} width={width} ahead={ahead} />
      <span className="ruler-left">{leftText(account)}</span>
    </li>
  );
}

/** The pure epsilon and the chance of thresholds are counted beside the price; whichever is fullest refuses. */
function Table({ accounts }: { accounts: readonly BudgetAccount[] }) {
  const { columns } = words.budget;
  const headings = [columns.account, columns.limit, columns.spent, columns.reserved, columns.left, columns.worth];
  return (
    <Scrolls label={words.budget.asNumbers}>
      <table className="numbers">
        <thead>
          <tr>
            <Headings of={headings} />
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.ref}>
              <th scope="row">{nameOf(account)}</th>
              <td>{account.limit.rho ?? words.budget.noLimit}</td>
              <td>{account.spent.rho}</td>
              <td>{account.reserved.rho}</td>
              <td>{roomOf(balanceOf(account)) ?? words.budget.noLimit}</td>
              <td>{words.budget.worth(account.worth.epsilon, account.worth.delta)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function roomOf({ limit, spent, reserved }: Balance): string | null {
  return limit === null ? null : String(Number(Math.max(0, limit - spent - reserved).toFixed(9)));
}

function Beside({ account }: { account: BudgetAccount }) {
  const { spent, limit } = account;
  const name = nameOf(account);
  return (
    <>
      {(Number(spent.delta) > 0 || account.kind === "people") && limit.delta !== null && (
        <li>{words.budget.thresholds(name, spent.delta ?? "", limit.delta)}</li>
      )}
      {limit.epsilon !== null && <li>{words.budget.pure(name, spent.epsilon ?? "", limit.epsilon)}</li>}
    </>
  );
}

function PromiseLine({ whole, bounded }: { whole: BudgetAccount; bounded: boolean }) {
  if (!bounded) return <p>{words.budget.stillCounts}</p>;
  const limit = whole.limit_worth ? atMost(sureOf(whole.limit_worth)) : "";
  return <p>{words.budget.promise(atMost(sureOf(whole.worth)), limit)}</p>;
}

function legendOf({ forecast }: Budget): string {
  const { legend, legendSteps, legendAxis } = words.budget;
  const sentences = forecast && forecast.questions > 0 ? [legend, legendSteps, legendAxis] : [legend, legendAxis];
  return sentences.join(words.between);
}

/** Each account on one scale: what is spent, what is set aside, what is left. */
export function Accounts({ budget }: { budget: Budget }) {
  const accounts = ordered(budget.accounts);
  const whole = wholeOf(budget);
  const width = widthOf(accounts, whole ? undefined : aheadOf(budget));
  const shown = whole?.ref ?? accounts[0]?.ref;
  if (accounts.length === 0) return <p className="quiet">{words.budget.nothingOfYours}</p>;
  return (
    <section aria-labelledby="left">
      <h2 id="left">{words.budget.accounts}</h2>
      {whole && <PromiseLine whole={whole} bounded={budget.bounded} />}
      <ul className="rulers">
        {accounts.map((account) => (
          <Row
            key={account.ref}
            account={account}
            width={width}
            ahead={account.ref === shown ? aheadOf(budget) : undefined}
          />
        ))}
        <li aria-hidden="true" className="ruler-scale">
          <RulerAxis width={width} />
        </li>
      </ul>
      <p className="quiet ruler-legend">{legendOf(budget)}</p>
      <details>
        <summary>{words.detailsForExperts}</summary>
        <div className="level-part">
          <p>{words.budget.experts}</p>
          <Table accounts={accounts} />
          <ul>
            {accounts.map((account) => (
              <Beside key={account.ref} account={account} />
            ))}
          </ul>
        </div>
      </details>
    </section>
  );
}
