import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { JoinedToAsk } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { childrenFor, joinedSynthesis, keysOf, synthesiseTwo } from "../../data/joined";
import { keep } from "../../data/memory";
import { columnsToMake } from "../../data/syntheses";
import { Failure } from "../../frame/Failure";
import { Page } from "../../frame/Page";
import { words } from "../../words/words";
import { Columns } from "../Columns";
import { firstDraft, type MadeColumn } from "../draft";
import { bodyOfTwo, firstOfTwo, type Offer, type TwoDraft, wishOfTwo } from "./draft";
import { Context, Keys } from "./Fields";
import { PriceOfTwo, type Table } from "./PriceOfTwo";
import "../../datasets/datasets.css";
import "../synthetic.css";

interface Tables {
  parents: Table;
  children: Table;
}

interface FormProps {
  tables: Tables;
  offers: { parents: Offer; children: Offer };
}

const NO_FAULTS = { at: {}, rest: undefined };

function Form({ tables, offers }: FormProps) {
  const said = words.joined;
  const { id, version } = tables.parents;
  const [draft, setDraft] = useState<TwoDraft>(() => firstOfTwo(offers.parents, offers.children));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const asked = useMutation({
    mutationFn: (body: JoinedToAsk) => synthesiseTwo(id, body),
    onSuccess: async (made) => {
      await keep(queries, joinedSynthesis(made.id).queryKey, made);
      await navigate({ to: "/data/$id/joined-syntheses/$joined", params: { id, joined: made.id } });
    },
  });
  const change = (part: Partial<TwoDraft>) => setDraft((before) => ({ ...before, ...part }));
  const changeColumn = (which: "parents" | "children") => (place: number, part: Partial<MadeColumn>) =>
    setDraft((before) => {
      const columns = before[which].columns.map((column, at) => (at === place ? { ...column, ...part } : column));
      return { ...before, [which]: { ...before[which], columns } };
    });
  const wish = wishOfTwo(draft, tables.children);
  return (
    <form
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (wish) asked.mutate(bodyOfTwo(wish, draft.exactness, version));
      }}
    >
      <Keys tables={tables} offers={offers} draft={draft} onChange={change} />
      {(["parents", "children"] as const).map((which) => (
        <Columns
          key={which}
          title={said.columnsOf(tables[which].name)}
          offered={offers[which].columns}
          draft={{ ...firstDraft(offers[which].columns), columns: draft[which].columns }}
          faults={NO_FAULTS}
          onChange={changeColumn(which)}
        />
      ))}
      <Context draft={draft} onChange={change} />
      <PriceOfTwo tables={tables} draft={draft} onChange={change} />
      <Failure error={asked.error} />
      <div className="actions">
        <Button type="submit" disabled={asked.isPending || wish === undefined}>
          {asked.isPending ? words.synthetic.asking : words.synthetic.spend}
        </Button>
        <Link to="/data/$id/releases" params={{ id }}>
          {words.synthetic.all}
        </Link>
      </div>
      <p className="quiet">{said.spendText}</p>
    </form>
  );
}

/** What can be made of either, and by which keys they are joined. */
function Offered({ tables }: { tables: Tables }) {
  const { parents, children } = tables;
  const columns = useQueries({
    queries: [columnsToMake(parents.id, parents.version), columnsToMake(children.id, children.version)],
  });
  const keys = useQueries({ queries: [keysOf(parents.id, parents.version), keysOf(children.id, children.version)] });
  const failed = [...columns, ...keys].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />;
  const [ofParents, ofChildren] = columns;
  const [parentKeys, childKeys] = keys;
  if (!ofParents.data || !ofChildren.data || !parentKeys.data || !childKeys.data) {
    return <p className="quiet">{words.loading}</p>;
  }
  const without = [
    [parents, parentKeys.data, ofParents.data] as const,
    [children, childKeys.data, ofChildren.data] as const,
  ].find(([, known, made]) => known.length === 0 || made.length === 0);
  if (without) {
    const [of, known] = without;
    return <p>{known.length === 0 ? words.joined.noKey(of.name) : words.synthetic.noColumns}</p>;
  }
  const offers = {
    parents: { columns: ofParents.data, keys: parentKeys.data },
    children: { columns: ofChildren.data, keys: childKeys.data },
  };
  return <Form tables={tables} offers={offers} />;
}

function Second({ parents, lineage }: { parents: Table; lineage: string }) {
  const said = words.joined;
  const [chosen, choose] = useState("");
  const { data: others, error, refetch } = useQuery(childrenFor(parents.id, lineage));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!others) return <p className="quiet">{words.loading}</p>;
  if (others.length === 0) return <p className="quiet">{said.noneFits}</p>;
  const children = others.find(({ id }) => id === chosen);
  return (
    <>
      <section aria-labelledby="second">
        <h2 id="second">{said.second}</h2>
        <p>{said.secondText(parents.name)}</p>
        <div className="column-fields">
          <NativeSelect
            label={said.secondLabel}
            description={children && said.version(children.version)}
            value={chosen}
            data={[{ value: "", label: said.choose }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ currentTarget: { value } }) => choose(value)}
          />
        </div>
      </section>
      {children && <Offered key={children.id} tables={{ parents, children }} />}
    </>
  );
}

/** What may rows of two tables tell, and for how much? */
export function MakeTwo() {
  const { id } = useParams({ from: "/signed-in/data/$id/synthesise-two" });
  const { data: found, error, refetch } = useQuery(dataSet(id));
  const said = words.joined;
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!found) return <p className="quiet">{words.loading}</p>;
  const { name, version, lineage } = found;
  return (
    <Page title={said.title}>
      <p className="quiet">
        <Link to="/data/$id" params={{ id }}>
          {name}
        </Link>
      </p>
      <h1>{said.title}</h1>
      <p>{said.text}</p>
      {version === null ? (
        <p className="quiet">{words.rows.notLoaded}</p>
      ) : (
        <Second parents={{ id, name, version }} lineage={lineage} />
      )}
    </Page>
  );
}
