import { cardAt, FORMS, fileAt, VERIFIER } from "../../data/release";
import { CopyButton } from "../../frame/CopyButton";
import { cardName, command, fileName } from "../../parts/releaseCard";
import { words } from "../../words/words";

/** How whoever has the table finds out by themselves whether the card is right. */
export function CheckIt({ table, card }: { table: string; card: string }) {
  const said = words.release.take;
  const line = command(table, card);
  return (
    <>
      <h3>{said.check}</h3>
      <p>{said.checkText}</p>
      <p>{said.command}</p>
      <code className="command">{line}</code>
      <p className="actions">
        <CopyButton text={line} label={said.copy} />
      </p>
      <p className="quiet">{said.exit}</p>
    </>
  );
}

export function Verifier() {
  return (
    <a href={VERIFIER} download="verifier.py">
      {words.release.take.verifier}
    </a>
  );
}

/** The table, what is promised of it, and what finds out whether that holds; no file of synthetic rows tells. */
export function Take({ id, synthetic }: { id: string; synthetic: boolean }) {
  const said = words.release.take;
  const cards = { csv: said.card, parquet: said.cardParquet };
  return (
    <section aria-labelledby="take" className="not-printed">
      <h2 id="take">{said.title}</h2>
      <p className="ways downloads">
        {FORMS.map((form) => (
          <a key={form} href={fileAt(id, form)} download={fileName(id, form)}>
            {said[form]}
          </a>
        ))}
        {FORMS.map((form) => (
          <a key={form} href={cardAt(id, form)} download={cardName(id, form)}>
            {cards[form]}
          </a>
        ))}
        {!synthetic && <Verifier />}
      </p>
      {synthetic ? <p>{words.handed.takeText}</p> : <CheckIt table={fileName(id, "csv")} card={cardName(id, "csv")} />}
    </section>
  );
}
