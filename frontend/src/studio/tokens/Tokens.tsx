import { Button } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Token, TokenCreated } from "../../api/types";
import { revokeToken, tokensFound, tokens as tokensQuery } from "../data/work";
import { Confirm } from "../frame/Confirm";
import { CopyButton } from "../frame/CopyButton";
import { FailedPage } from "../frame/FailedPage";
import { Failure } from "../frame/Failure";
import { ListControls } from "../frame/ListControls";
import { Page } from "../frame/Page";
import { Scrolls } from "../frame/Scrolls";
import { day } from "../numbers/format";
import { words } from "../words/words";
import { NewToken } from "./NewToken";
import { scopeText } from "./scopes";

function Revoke({ token }: { token: Token }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const revoked = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  return (
    <>
      <button type="button" className="text-button refuse" onClick={() => setAsking(true)}>
        {words.tokens.revoke}
      </button>
      <Confirm
        opened={isAsking}
        title={words.tokens.revokeTitle(token.name)}
        yes={words.tokens.revokeNow}
        no={words.tokens.keep}
        destructive
        busy={revoked.isPending}
        onYes={() => revoked.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.tokens.revokeText}</p>
        <Failure error={revoked.error} />
      </Confirm>
    </>
  );
}

function Secret({ created, onDone }: { created: TokenCreated; onDone: () => void }) {
  return (
    <section className="secret" role="status">
      <h2>{words.tokens.secretTitle}</h2>
      <p>{words.tokens.secretText}</p>
      <code>{created.secret}</code>
      <div className="actions">
        <CopyButton text={created.secret} label={words.tokens.copySecret} />
        <Button variant="default" onClick={onDone}>
          {words.tokens.done}
        </Button>
      </div>
    </section>
  );
}

function TokenRow({ token }: { token: Token }) {
  const { columns } = words.tokens;
  const active = token.state === "active";
  return (
    <tr className={active ? "" : "quiet"}>
      <th scope="row">{token.name}</th>
      <td data-label={columns.scopes}>{token.scopes.map(scopeText).join("; ")}</td>
      <td data-label={columns.used}>{token.last_used ? day(token.last_used) : words.tokens.never}</td>
      <td data-label={columns.expires}>{token.state === "revoked" ? words.tokens.revoked : day(token.expires_at)}</td>
      <td>{active && <Revoke token={token} />}</td>
    </tr>
  );
}

function TokenTable({ tokens }: { tokens: readonly Token[] }) {
  const { columns } = words.tokens;
  return (
    <Scrolls label={words.tokens_}>
      <table className="numbers tokens">
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.scopes}</th>
            <th scope="col">{columns.used}</th>
            <th scope="col">{columns.expires}</th>
            <th scope="col">
              <span className="heard">{words.tokens.revoke}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

export function Tokens() {
  const { q = "", sort = "-created_at" } = useSearch({ from: "/signed-in/tokens" });
  const navigate = useNavigate({ from: "/tokens" });
  const [created, setCreated] = useState<TokenCreated | null>(null);
  const { data, error, refetch } = useQuery(tokensQuery);
  const list = useInfiniteQuery(tokensFound(q.trim(), sort));
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const tokens = list.data?.pages.flatMap((page) => page.results) ?? [];
  const title = words.tokens.title(data.results.filter((token) => token.state === "active").length);
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{words.tokens.text}</p>
      {created && <Secret created={created} onDone={() => setCreated(null)} />}
      {data.results.length > 0 && (
        <>
          <ListControls
            searchLabel={words.tokens.search}
            q={q}
            sort={sort}
            sorts={words.tokens.sorts}
            onChange={(changed) =>
              navigate({ search: { q: changed.q || undefined, sort: changed.sort }, replace: true })
            }
          />
          <Failure error={list.error} />
          {tokens.length > 0 && <TokenTable tokens={tokens} />}
          {list.data && tokens.length === 0 && <p className="quiet">{words.noMatch(q)}</p>}
          {list.hasNextPage && (
            <Button variant="default" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {words.more}
            </Button>
          )}
        </>
      )}
      <NewToken onCreated={setCreated} />
    </Page>
  );
}
