import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Budget, BudgetAccount, LimitToSet } from "../../api/types";
import { budget, budgetUses, setLimit } from "../data/budgets";
import { keep } from "../data/memory";
import { places, subjectOf } from "../data/policies";
import { Confirm } from "../frame/Confirm";
import { Failure } from "../frame/Failure";
import { Tick } from "../frame/Tick";
import { percent } from "../numbers/format";
import { balanceOf, wholeOf, widthOf } from "../parts/budget/balance";
import { atMost, nameOf } from "../parts/budget/texts";
import { sureness } from "../parts/budget/worth";
import { holderName } from "../parts/people";
import { words } from "../words/words";
import {
  asItStands,
  epsilonNow,
  limitOf,
  PROMISES,
  partOf,
  roomFor,
  SHARES,
  typed,
  type Verdict,
  verdictOf,
} from "./limit";
import { Ruler, RulerAxis } from "./Ruler";

const NOW = "now";
const OWN = "own";
const MOST_EPSILON = 80; // worth less than LARGEST of datahub/ledger/rules.py, and no promise at all

/** Everybody whose share can be limited: who has asked already, and who has a place in the policy. */
function useOthers(id: string, balance: Budget): { value: string; label: string }[] {
  const { data: placed = [] } = useQuery(places(subjectOf(id)));
  const accounts = balance.accounts.filter(({ kind }) => kind !== "people");
  const known = new Map(accounts.map((account) => [account.ref, nameOf(account)]));
  for (const place of placed) {
    if (place.person && !known.has(`person:${place.person.id}`))
      known.set(`person:${place.person.id}`, holderName(place));
  }
  return [...known].map(([value, label]) => ({ value, label }));
}

/** What the last question cost: of the viewer, or else of anybody. */
function usePrice(id: string, balance: Budget): number {
  const { data } = useInfiniteQuery(budgetUses(id));
  const last = data?.pages[0]?.results.find(({ state, again }) => state !== "released" && !again);
  return Number(balance.forecast?.cost.rho ?? last?.cost.rho ?? 0);
}

interface ChosenProps {
  facts: Budget;
  account: BudgetAccount | undefined;
  wish: LimitToSet;
  price: number;
}

/** The limit as it would be, on the picture and in words. */
function Considered({ facts, account, wish, price }: ChosenProps) {
  const room = roomFor(account, wish, price);
  const rho = wish.rho === null ? undefined : Number(wish.rho);
  const width = Math.max(widthOf(facts.accounts), rho ?? 0);
  const now = account ? balanceOf(account) : { limit: null, spent: 0, reserved: 0 };
  const balance = { ...now, limit: rho ?? null };
  return (
    <div className="considered">
      <Ruler
        balance={balance}
        width={width}
        ahead={room === null ? undefined : { questions: room, price }}
        considered={now.limit ?? undefined}
      />
      <RulerAxis width={width} />
      {room !== null && <p aria-live="polite">{words.budget.roomFor(room)}</p>}
    </div>
  );
}

function verdictText(verdict: Verdict): string {
  return words.budget.verdicts[verdict];
}

/** How much may be learned: of all people together, or by one of those who ask. */
export function SetLimit({ id, balance }: { id: string; balance: Budget }) {
  const whole = wholeOf(balance);
  const now = epsilonNow(whole);
  const [whose, setWhose] = useState("");
  const [promise, setPromise] = useState(whole ? NOW : String(now));
  const [epsilon, setEpsilon] = useState(String(now));
  const [delta, setDelta] = useState(whole?.limit.delta ?? "0.000001");
  const [pure, setPure] = useState(whole ? whole.limit.epsilon !== null : false);
  const [share, setShare] = useState("0.25");
  const [isAsking, setAsking] = useState(false);
  const others = useOthers(id, balance);
  const price = usePrice(id, balance);
  const queries = useQueryClient();
  const chosen = promise === OWN ? typed(epsilon, MOST_EPSILON) : promise === NOW ? now : Number(promise);
  const account = whose === "" ? whole : balance.accounts.find(({ ref }) => ref === whose);
  const isWhole = whose === "";
  const wish = wished();
  const verdict = wish && verdictOf(isWhole || account ? account : undefined, wish);
  const set = useMutation({
    mutationFn: (limit: LimitToSet) => setLimit(id, limit),
    onSuccess: async (written) => {
      await keep(queries, budget(id).queryKey, written);
      await queries.invalidateQueries({ queryKey: ["budgets"] });
      setAsking(false);
    },
  });
  function wished(): LimitToSet | null {
    if (!isWhole) return whole ? partOf(whole, whose, share === "" ? null : Number(share)) : null;
    const isDelta = typed(delta, 1) !== null;
    if (chosen === null || chosen <= 0 || !isDelta) return null;
    const limit = { epsilon: chosen, delta: delta.trim(), pure };
    return whole && promise === NOW ? asItStands(whole, limit) : limitOf(limit);
  }
  const offered = (value: number) => ({
    value: String(value),
    label: words.budget.promiseOf(atMost(sureness(value)), words.budget.strengths[`${value}` as Strength]),
  });
  return (
    <section aria-labelledby="set-limit">
      <h2 id="set-limit">{whole ? words.budget.change : words.budget.setFirst}</h2>
      <form
        className="limit-form"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          set.reset();
          setAsking(true);
        }}
      >
        {whole && others.length > 0 && (
          <NativeSelect
            label={words.budget.whose}
            data-field="account"
            value={whose}
            data={[{ value: "", label: words.budget.everybody }, ...others]}
            onChange={(changed) => setWhose(changed.currentTarget.value)}
          />
        )}
        {isWhole ? (
          <>
            <NativeSelect
              label={words.budget.howSure}
              data-field="epsilon"
              description={words.budget.howSureHint}
              value={promise}
              data={[
                ...(whole ? [{ value: NOW, label: words.budget.asNow(atMost(sureness(now))) }] : []),
                ...PROMISES.map(offered),
                ...(promise === OWN ? [{ value: OWN, label: words.budget.ownNumber }] : []),
              ]}
              onChange={(changed) => setPromise(changed.currentTarget.value)}
            />
            <details>
              <summary>{words.detailsForExperts}</summary>
              <div className="limit-form level-part">
                <TextInput
                  label={words.budget.epsilon}
                  inputMode="decimal"
                  value={promise === OWN ? epsilon : String(chosen)}
                  error={chosen === null || chosen <= 0 ? words.budget.noNumber(MOST_EPSILON) : undefined}
                  onChange={(changed) => {
                    setEpsilon(changed.currentTarget.value);
                    setPromise(OWN);
                  }}
                />
                <TextInput
                  label={words.budget.delta}
                  description={words.budget.deltaHint}
                  inputMode="decimal"
                  value={delta}
                  error={typed(delta, 1) === null ? words.budget.noNumber(1) : undefined}
                  onChange={(changed) => setDelta(changed.currentTarget.value)}
                />
                <Tick
                  label={words.budget.promisePure}
                  hint={words.budget.promisePureHint}
                  checked={pure}
                  onChange={setPure}
                />
                {wish && <p className="quiet">{words.budget.limitInRho(wish.rho ?? "", wish.delta ?? "")}</p>}
              </div>
            </details>
          </>
        ) : (
          <NativeSelect
            label={words.budget.share}
            data-field="rho"
            description={words.budget.shareHint}
            value={share}
            data={[
              ...SHARES.map((part) => ({ value: String(part), label: words.budget.partOf(percent(part)) })),
              { value: "", label: words.budget.noLimitOfOwn },
            ]}
            onChange={(changed) => setShare(changed.currentTarget.value)}
          />
        )}
        {wish && verdict !== "below" && <Considered facts={balance} account={account} wish={wish} price={price} />}
        {verdict && verdict !== "first" && verdict !== "same" && (
          <p className={verdict === "below" ? "refuse" : ""} aria-live="polite">
            {isWhole || verdict === "below" ? verdictText(verdict) : words.budget.ofShare}
          </p>
        )}
        <Button type="submit" disabled={!wish || verdict === "below" || verdict === "same"}>
          {words.budget.set}
        </Button>
      </form>
      {wish && (
        <Confirm
          opened={isAsking}
          title={words.budget.setTitle}
          yes={words.budget.setNow}
          destructive={verdict === "weaker"}
          busy={set.isPending}
          onYes={() => set.mutate(wish)}
          onNo={() => setAsking(false)}
        >
          <p>
            {isWhole && chosen !== null
              ? words.budget.setPromise(atMost(sureness(chosen)))
              : words.budget.setShare(
                  account ? nameOf(account) : (others.find(({ value }) => value === whose)?.label ?? ""),
                  share === "" ? null : percent(Number(share)),
                )}
          </p>
          {isWhole && verdict && <p>{verdictText(verdict)}</p>}
          <p className="quiet">{words.budget.logged}</p>
          <Failure error={set.error} />
        </Confirm>
      )}
    </section>
  );
}

type Strength = keyof typeof words.budget.strengths;
