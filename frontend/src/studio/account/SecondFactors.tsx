import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { me } from "../data/account";
import {
  addCodes,
  addPasskey,
  type NewCodes,
  newCodes,
  newRecoveryCodes,
  passkeysWork,
  recoveryCodes,
  removeCodes,
  removePasskey,
  secondFactors,
} from "../data/security";
import { CopyButton } from "../frame/CopyButton";
import { Failure } from "../frame/Failure";
import { day } from "../numbers/format";
import { words } from "../words/words";
import { CodeField } from "./CodeField";
import { Guard, type Run } from "./Guard";
import "./secondFactors.css";

interface Act {
  run: Run;
  busy: boolean;
  changed: () => Promise<unknown>;
}

/** What the app scans, and the first code that shows it did. */
function SetUp({ codes, run, busy, done }: { codes: NewCodes; run: Run; busy: boolean; done: () => Promise<unknown> }) {
  const [code, setCode] = useState("");
  return (
    <form
      className="new-token"
      aria-label={words.own.setUpCodes}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        run(async () => {
          await addCodes(code.trim());
          await done();
        });
      }}
    >
      <p>{words.own.scan}</p>
      <img className="to-scan" src={codes.picture} alt={words.own.pictureOf} />
      <p>
        {words.own.orType} <code>{codes.secret}</code>
      </p>
      <CodeField value={code} error={null} onChange={setCode} />
      <Button type="submit" disabled={busy}>
        {words.own.confirmCode}
      </Button>
    </form>
  );
}

function Codes({ set, run, busy, changed }: Act & { set: boolean }) {
  const [fresh, setFresh] = useState<NewCodes | null>(null);
  const done = async () => {
    setFresh(null);
    await changed();
  };
  return (
    <div className="part">
      <h3>{words.own.codes}</h3>
      <p>{set ? words.own.codesOn : words.own.codesOff}</p>
      {set ? (
        <button
          type="button"
          className="text-button refuse"
          disabled={busy}
          onClick={() => run(() => removeCodes().then(changed))}
        >
          {words.own.removeCodes}
        </button>
      ) : (
        !fresh && (
          <Button variant="default" disabled={busy} onClick={() => run(async () => setFresh(await newCodes()))}>
            {words.own.setUpCodes}
          </Button>
        )
      )}
      {fresh && !set && <SetUp codes={fresh} run={run} busy={busy} done={done} />}
    </div>
  );
}

interface Passkey {
  id: number;
  name: string;
  created_at: number;
}

function Passkeys({ keys, run, busy, changed }: Act & { keys: readonly Passkey[] }) {
  const [name, setName] = useState("");
  return (
    <div className="part">
      <h3>{words.own.passkeys}</h3>
      <p>{words.own.passkeysText}</p>
      {keys.length > 0 && (
        <ul className="rows">
          {keys.map((key) => (
            <li key={key.id}>
              <span>
                {key.name}{" "}
                <span className="quiet">{words.own.since(day(new Date(key.created_at * 1000).toISOString()))}</span>
              </span>
              <button
                type="button"
                className="text-button refuse"
                aria-label={words.own.removeNamed(key.name)}
                disabled={busy}
                onClick={() => run(() => removePasskey(key.id).then(changed))}
              >
                {words.own.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {passkeysWork() ? (
        <form
          className="in-line"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            run(async () => {
              await addPasskey(name.trim());
              setName("");
              await changed();
            });
          }}
        >
          <TextInput
            label={words.own.passkeyName}
            data-field="name"
            required
            maxLength={100}
            value={name}
            onChange={(typed) => setName(typed.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={busy}>
            {words.own.addPasskey}
          </Button>
        </form>
      ) : (
        <p className="quiet">{words.own.noPasskeys}</p>
      )}
    </div>
  );
}

function Recovery({ left, run, busy, changed }: Act & { left: number }) {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const show = async () => {
    setShown(await recoveryCodes());
    await changed();
  };
  return (
    <div className="part">
      <h3>{words.own.recovery}</h3>
      <p>{words.own.recoveryText(left)}</p>
      <div className="actions">
        <Button variant="default" disabled={busy} onClick={() => run(show)}>
          {words.own.showRecovery}
        </Button>
        <button
          type="button"
          className="text-button"
          disabled={busy}
          onClick={() => run(() => newRecoveryCodes().then(show))}
        >
          {words.own.renewRecovery}
        </button>
      </div>
      {shown && (
        <>
          <ul className="codes">
            {shown.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <CopyButton text={shown.join("\n")} label={words.own.copyRecovery} />
        </>
      )}
    </div>
  );
}

export function SecondFactors() {
  const queries = useQueryClient();
  const { data, error } = useQuery(secondFactors);
  if (error) return <Failure error={error} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const changed = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: secondFactors.queryKey }),
      queries.invalidateQueries({ queryKey: me.queryKey, exact: true }),
    ]);
  const keys = data.data.flatMap((factor) => (factor.type === "webauthn" ? [factor] : []));
  const recovery = data.data.flatMap((factor) => (factor.type === "recovery_codes" ? [factor] : []))[0];
  const set = data.data.some((factor) => factor.type === "totp");
  return (
    <section aria-labelledby="second-factors">
      <h2 id="second-factors">{set || keys.length > 0 ? words.own.factorsOn : words.own.factorsOff}</h2>
      <Guard>
        {(run, busy) => (
          <>
            <Codes set={set} run={run} busy={busy} changed={changed} />
            <Passkeys keys={keys} run={run} busy={busy} changed={changed} />
            {recovery && <Recovery left={recovery.unused_code_count} run={run} busy={busy} changed={changed} />}
          </>
        )}
      </Guard>
    </section>
  );
}
