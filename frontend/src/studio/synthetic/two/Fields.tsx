import { NativeSelect, TextInput } from "@mantine/core";
import { Said } from "../../frame/Said";
import { Tick } from "../../frame/Tick";
import { words } from "../../words/words";
import { contextFault, mostIn, type Offer, type TwoDraft } from "./draft";
import type { Table } from "./PriceOfTwo";

interface KeysProps {
  tables: { parents: Table; children: Table };
  offers: { parents: Offer; children: Offer };
  draft: TwoDraft;
  onChange: (part: Partial<TwoDraft>) => void;
}

/** By which columns a child names its parent. */
export function Keys({ tables, offers, draft, onChange }: KeysProps) {
  const said = words.joined;
  return (
    <>
      <div className="column-fields">
        {(["parents", "children"] as const).map((which) => (
          <NativeSelect
            key={which}
            label={said.keyOf(tables[which].name)}
            value={draft[which].key}
            data={[...offers[which].keys]}
            onChange={({ currentTarget: { value } }) => onChange({ [which]: { ...draft[which], key: value } })}
          />
        ))}
      </div>
      <p className="quiet">{said.keysText}</p>
    </>
  );
}

interface ContextProps {
  draft: TwoDraft;
  onChange: (part: Partial<TwoDraft>) => void;
}

/** What goes over from a parent to its children, and how many of them count. */
export function Context({ draft, onChange }: ContextProps) {
  const said = words.joined;
  const { context } = draft;
  return (
    <section aria-labelledby="follows">
      <h2 id="follows">{said.context}</h2>
      <p>{said.contextText}</p>
      {draft.parents.columns
        .filter(({ made }) => made)
        .map(({ name }) => (
          <Tick
            key={name}
            label={name}
            name={`${said.context}: ${name}`}
            checked={context.includes(name)}
            onChange={(chosen) =>
              onChange({ context: chosen ? [...context, name] : context.filter((one) => one !== name) })
            }
          />
        ))}
      <Said fault={contextFault(draft) ? said.contextFault : undefined} />
      <div className="column-fields">
        <TextInput
          label={said.most}
          description={said.mostHint}
          inputMode="numeric"
          value={draft.most}
          error={mostIn(draft) === undefined ? said.mostFault : undefined}
          onChange={({ currentTarget: { value } }) => onChange({ most: value })}
        />
      </div>
    </section>
  );
}
