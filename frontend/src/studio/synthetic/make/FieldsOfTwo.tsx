import { NativeSelect, TextInput } from "@mantine/core";
import { ServerMessage } from "../../frame/ServerMessage";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";
import { type Draft, type MadeColumn, madeNames, withColumn } from "../draft";
import { BOTH, contextFault, mostIn, type Offer, type Offers, type TwoDraft } from "../draftOfTwo";
import type { Tables } from "../price/PriceOfTwo";
import { Columns } from "./Columns";
import type { Faults } from "./faults";
import { Impossible } from "./Impossible";
import { Together } from "./Together";

interface KeysProps {
  tables: Tables;
  offers: Offers;
  draft: TwoDraft;
  onChange: (part: Partial<TwoDraft>) => void;
}

/** The choice of the columns by which a child names its parent. */
export function Keys({ tables, offers, draft, onChange }: KeysProps) {
  const text = words.joined;
  return (
    <>
      <div className="column-fields">
        {BOTH.map((which) => (
          <NativeSelect
            key={which}
            label={text.keyOf(tables[which].name)}
            value={draft[which].key}
            data={[...offers[which].keys]}
            onChange={({ currentTarget: { value } }) => onChange({ [which]: { ...draft[which], key: value } })}
          />
        ))}
      </div>
      <p className="quiet">{text.keysText}</p>
    </>
  );
}

interface OneTableProps {
  name: string;
  offer: Offer;
  draft: Draft;
  faults: Faults;
  onChange: (change: (before: Draft) => Draft) => void;
}

/** What a row of one of the tables is made of, what matters in it, and what cannot be: as on the page of one table. */
export function OneTable({ name, offer: { columns: offered }, draft, faults, onChange }: OneTableProps) {
  const text = words.joined;
  const change = (part: Partial<Draft>) => onChange((before) => ({ ...before, ...part }));
  const changeColumn = (place: number, part: Partial<MadeColumn>) =>
    onChange((before) => withColumn(before, place, part));
  return (
    <>
      <Columns title={text.columnsOf(name)} offered={offered} draft={draft} faults={faults} onChange={changeColumn} />
      {madeNames(draft).length > 1 && (
        <>
          <Together title={text.togetherIn(name)} draft={draft} onChange={change} />
          <Impossible title={text.impossibleIn(name)} draft={draft} offered={offered} onChange={change} />
        </>
      )}
    </>
  );
}

interface ContextProps {
  draft: TwoDraft;
  onChange: (part: Partial<TwoDraft>) => void;
}

/** What goes over from a parent to its children, and how many of them count. */
export function Context({ draft, onChange }: ContextProps) {
  const text = words.joined;
  const { context } = draft;
  return (
    <section aria-labelledby="follows">
      <h2 id="follows">{text.context}</h2>
      <p>{text.contextText}</p>
      {madeNames(draft.parents.of).map((name) => (
        <Tick
          key={name}
          label={name}
          name={`${text.context}: ${name}`}
          checked={context.includes(name)}
          onChange={(chosen) =>
            onChange({ context: chosen ? [...context, name] : context.filter((column) => column !== name) })
          }
        />
      ))}
      <ServerMessage fault={contextFault(draft) ? text.contextFault : undefined} />
      <div className="column-fields">
        <TextInput
          label={text.most}
          description={text.mostHint}
          inputMode="numeric"
          value={draft.most}
          error={mostIn(draft) === undefined ? text.mostFault : undefined}
          onChange={({ currentTarget: { value } }) => onChange({ most: value })}
        />
      </div>
    </section>
  );
}
