import { cardAt, FORMS, fileAt, VERIFIER } from "../../data/release";
import { CopyButton } from "../../frame/CopyButton";
import { cardName, command, fileName } from "../../parts/releaseCard";
import { words } from "../../words/words";

/** How whoever has the table finds out by themselves whether the card is right. */
export function CheckIt({ table, card }: { table: string; card: string }) {
  const text = words.release.take;
  const line = command(table, card);
  return (
    <>
      <h3>{text.check}</h3>
      <p>{text.checkText}</p>
      <p>{text.command}</p>
      <code className="command">{line}</code>
      <p className="actions">
        <CopyButton text={line} label={text.copy} />
      </p>
      <p className="quiet">{text.exit}</p>
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
  const text = words.release.take;
  const cards = { csv: text.card, parquet: text.cardParquet };
  return (
    <section aria-labelledby="take" className="not-printed">
      <h2 id="take">{text.title}</h2>
      <p className="ways downloads">
        {FORMS.map((form) => (
          <a key={form} href={fileAt(id, form)} download={fileName(id, form)}>
            {text[form]}
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
