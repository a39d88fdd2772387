import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Refusal } from "../../../api/refusal";
import { FORMS, type Form, followLink } from "../../data/release";
import { takeSecret } from "../../data/secret";
import { Failure } from "../../frame/Failure";
import { Page } from "../../frame/Page";
import { count } from "../../numbers/format";
import { type Card, cardIn, guaranteeText, written } from "../../parts/releaseCard";
import { words } from "../../words/words";
import { ColumnsOf } from "./ColumnsOf";
import { NotPromised } from "./NotPromised";
import { save } from "./save";
import { CheckIt, Verifier } from "./Take";
import "./one.css";

const KEPT = "datahub.link"; // of this tab: the page may be loaded again
const NAMES = { csv: "release.csv", parquet: "release.parquet", card: "card.json" } as const;

async function readCard(secret: string): Promise<Card> {
  const card = cardIn(JSON.parse(await (await followLink(secret, "card")).text()));
  if (card === undefined) throw new Refusal({ code: "unreadable", status: 200, detail: "", fields: {} });
  return card;
}

function Ways({ secret, synthetic }: { secret: string; synthetic: boolean }) {
  const text = words.release.take;
  const taken = useMutation({
    mutationFn: async (what: Form | "card") => save(await followLink(secret, what), NAMES[what]),
  });
  return (
    <>
      <p className="ways downloads">
        {([...FORMS, "card"] as const).map((what) => (
          <button
            key={what}
            type="button"
            className="text-button"
            disabled={taken.isPending}
            onClick={() => taken.mutate(what)}
          >
            {text[what]}
          </button>
        ))}
        {!synthetic && <Verifier />}
      </p>
      <Failure error={taken.error} />
    </>
  );
}

function Table({ card, secret }: { card: Card; secret: string }) {
  const text = words.release;
  const { rows, suppressed } = card;
  const many =
    suppressed === 0 ? text.link.rows(count(rows)) : text.link.rowsSuppressed(count(rows), count(suppressed));
  const title = card.title || text.link.unnamed;
  const { licence, citation } = card;
  const synthetic = card.guarantee !== "";
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <div className="release-lead">
        <p className="guarantee">
          <strong>{guaranteeText(card)}</strong>
        </p>
        <p className="quiet">{many}</p>
        <p>{synthetic ? words.handed.synthetic : text.neverAnonymous}</p>
      </div>
      {card.notPromised.length > 0 && <NotPromised sentences={card.notPromised} />}
      <section aria-labelledby="table">
        <h2 id="table">{text.link.table}</h2>
        <Ways secret={secret} synthetic={synthetic} />
        {synthetic ? <p>{words.handed.takeText}</p> : <CheckIt table={NAMES.csv} card={NAMES.card} />}
        <p className="quiet">{text.link.neverAsked}</p>
      </section>
      <ColumnsOf table={{ columns: written(card), licence, citation }} synthetic={synthetic} />
    </Page>
  );
}

function Over({ text, error }: { text?: string; error?: Error }) {
  const title = words.release.link.titleNone;
  return (
    <Page title={title}>
      <h1>{title}</h1>
      {text === undefined ? <Failure error={error} /> : <p role="status">{text}</p>}
    </Page>
  );
}

/** The page for whoever follows a link, without an account: what it is, what is promised, and the files. */
export function Download() {
  const [secret] = useState(() => takeSecret(KEPT));
  useEffect(() => {
    const another = () => window.location.hash !== "" && window.location.reload(); // a second link in the same tab
    window.addEventListener("hashchange", another);
    return () => window.removeEventListener("hashchange", another);
  }, []);
  const { data: card, error } = useQuery({
    queryKey: ["link"], // the secret stays out of every key
    queryFn: () => readCard(secret),
    enabled: secret !== "",
    staleTime: Number.POSITIVE_INFINITY, // each look is counted as a use
  });
  const text = words.release.link;
  if (secret === "") return <Over text={text.noSecret} />;
  if (error instanceof Refusal && error.code === "download_refused") return <Over text={text.over} />;
  if (error) return <Over error={error} />;
  if (!card) return <p className="quiet">{words.loading}</p>;
  return <Table card={card} secret={secret} />;
}
