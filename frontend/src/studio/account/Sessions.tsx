import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { me } from "../data/account";
import { keep } from "../data/memory";
import { endAllSessions, endSession, sessions } from "../data/security";
import { Confirm } from "../frame/Confirm";
import { Failure } from "../frame/Failure";
import { moment } from "../numbers/format";
import { words } from "../words/words";

/** Signs out everywhere: this page too, so the way leads to signing in again. */
function EndAll() {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ended = useMutation({
    mutationFn: endAllSessions,
    onSuccess: async () => {
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== me.queryKey[0] });
      await keep(queries, me.queryKey, null);
      await navigate({ to: "/sign-in" });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.own.endAll}
      </Button>
      <Confirm
        opened={isAsking}
        title={words.own.endAllTitle}
        yes={words.own.endAll}
        destructive
        busy={ended.isPending}
        onYes={() => ended.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>{words.own.endAllText}</p>
        <Failure error={ended.error} />
      </Confirm>
    </>
  );
}

export function Sessions() {
  const queries = useQueryClient();
  const { data, error } = useQuery(sessions);
  const ended = useMutation({
    mutationFn: endSession,
    onSuccess: () => queries.invalidateQueries({ queryKey: sessions.queryKey }),
  });
  if (error) return <Failure error={error} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.own.sessions(data.length)}</h2>
      <ul className="rows">
        {data.map((session) => (
          <li key={session.id}>
            <span>
              {session.device === "A program" ? words.own.aProgram : session.device}{" "}
              <span className="quiet">
                {session.is_this ? words.own.thisOne : words.own.seen(moment(session.seen_at))} ·{" "}
                {words.own.since(moment(session.begun_at))}
              </span>
            </span>
            {!session.is_this && (
              <button
                type="button"
                className="text-button refuse"
                aria-label={words.own.endNamed(session.device)}
                disabled={ended.isPending}
                onClick={() => ended.mutate(session.id)}
              >
                {words.own.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Failure error={ended.error} />
      <EndAll />
    </section>
  );
}
