import { Button, NativeSelect } from "@mantine/core";
import { hashKey, useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Joined, JoinedToAsk } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { childrenFor, joinedSynthesis, keysOf, synthesiseTwo } from "../../data/joined";
import { keep } from "../../data/memory";
import { columnsToMake } from "../../data/syntheses";
import { FailedPage } from "../../frame/FailedPage";
import { Failure } from "../../frame/Failure";
import { Page } from "../../frame/Page";
import { PurposeChoice, purposeToSend, usePurpose } from "../../frame/Purpose";
import { words } from "../../words/words";
import { madeNames } from "../draft";
import {
  BOTH,
  bodyOfTwo,
  draftOfTwo,
  firstOfTwo,
  fittedToTwo,
  type Offers,
  type TwoDraft,
  type Which,
  wishOfTwo,
} from "../draftOfTwo";
import { useAffords } from "../price/afford";
import { priceShown } from "../price/Forecast";
import { PriceOfTwo, type Table, type Tables, useForetoldOfTwo } from "../price/PriceOfTwo";
import { Context, Keys, OneTable } from "./FieldsOfTwo";
import { placed } from "./faults";
import { VersionChoice } from "./VersionChoice";
import "../synthetic.css";

interface FormProps {
  tables: Tables;
  offers: Offers;
  draft: TwoDraft;
  /** What is paid for already: the same again costs nothing. */
  paid: JoinedToAsk | undefined;
  earlierPurpose: string;
  onChange: (change: (before: TwoDraft) => TwoDraft) => void;
}

/** What the server refused, by the table and the column that it is about. */
function faultsOf(error: unknown, draft: TwoDraft) {
  const parents = placed(error, madeNames(draft.parents.of), "parents.");
  const children = placed(parents.rest, madeNames(draft.children.of), "children.");
  return { parents, children, rest: children.rest };
}

function Form({ tables, offers, draft, paid, earlierPurpose, onChange }: FormProps) {
  const { id, version } = tables.parents;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const request = useMutation({
    mutationFn: (plan: JoinedToAsk) => synthesiseTwo(id, plan),
    onSuccess: async (synthesis) => {
      await keep(queries, joinedSynthesis(synthesis.id).queryKey, synthesis);
      await navigate({ to: "/data/$id/joined-syntheses/$joined", params: { id, joined: synthesis.id } });
    },
  });
  const faults = faultsOf(request.error, draft);
  const change = (part: Partial<TwoDraft>) => onChange((before) => ({ ...before, ...part }));
  const wish = wishOfTwo(draft, tables.children);
  const purpose = usePurpose([id, tables.children.id], "synthesise", earlierPurpose);
  const body = wish && { ...bodyOfTwo(wish, draft.exactness, version), ...purposeToSend(purpose) };
  const foretold = useForetoldOfTwo(tables, draft);
  const price = priceShown(foretold, draft.exactness);
  const isPaid = price !== undefined && hashKey([body]) === hashKey([paid]);
  const affords = useAffords([id, tables.children.id], price);
  return (
    <form
      className="declare"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (body) request.mutate(body);
      }}
    >
      <Keys tables={tables} offers={offers} draft={draft} onChange={change} />
      {BOTH.map((which) => (
        <OneTable
          key={which}
          name={tables[which].name}
          offer={offers[which]}
          draft={draft[which].of}
          faults={faults[which]}
          onChange={(changed) =>
            onChange((before) => ({ ...before, [which]: { ...before[which], of: changed(before[which].of) } }))
          }
        />
      ))}
      <Context draft={draft} onChange={change} />
      <PurposeChoice of={purpose} />
      <PriceOfTwo tables={tables} foretold={foretold} draft={draft} onChange={change} />
      <Failure error={faults.rest} />
      <div className="actions">
        <Button type="submit" disabled={request.isPending || purpose.purpose === undefined || !(affords || isPaid)}>
          {request.isPending ? words.synthetic.asking : words.synthetic.spend}
        </Button>
        <Link to="/data/$id/releases" params={{ id }}>
          {words.synthetic.all}
        </Link>
      </div>
      <p className="quiet">{words.joined.spendText}</p>
    </form>
  );
}

interface OfferedProps {
  tables: Tables;
  earlier: Joined | undefined;
}

/** What can be made of either, and by which keys they are joined. What was chosen goes over to other versions. */
function Offered({ tables, earlier }: OfferedProps) {
  const [draft, hold] = useState<TwoDraft>();
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
  const offers = {
    parents: { columns: ofParents.data, keys: parentKeys.data },
    children: { columns: ofChildren.data, keys: childKeys.data },
  };
  const lacking = BOTH.find((which) => offers[which].keys.length === 0 || offers[which].columns.length === 0);
  if (lacking) {
    const isKey = offers[lacking].keys.length === 0;
    return <p>{isKey ? words.joined.noKey(tables[lacking].name) : words.synthetic.noColumns}</p>;
  }
  const first = earlier ? draftOfTwo(offers, earlier.plan) : firstOfTwo(offers);
  const asIs = (before: TwoDraft | undefined) => fittedToTwo(offers, before ?? first);
  const wish =
    earlier && wishOfTwo(asIs(undefined), { id: earlier.children.data_set, version: earlier.children.version });
  const { purpose: earlierPurpose = "" } = earlier ?? {};
  const paid = earlier &&
    wish && {
      ...bodyOfTwo(wish, first.exactness, earlier.version),
      ...(earlierPurpose && { purpose: earlierPurpose }),
    };
  return (
    <Form
      key={`${parents.version} ${children.version}`}
      tables={tables}
      offers={offers}
      draft={asIs(draft)}
      paid={paid}
      earlierPurpose={earlierPurpose}
      onChange={(change) => hold((before) => change(asIs(before)))}
    />
  );
}

interface SecondProps {
  parents: Table;
  lineage: string;
  earlier: Joined | undefined;
}

/** Which table the children are in, and of which state of either rows are made. */
function Second({ parents: newest, lineage, earlier }: SecondProps) {
  const text = words.joined;
  const [chosen, choose] = useState(earlier?.children.data_set ?? "");
  const [versions, setVersions] = useState<Partial<Record<Which, number>>>(
    earlier ? { parents: earlier.version, children: earlier.children.version } : {},
  );
  const { data: others, error, refetch } = useQuery(childrenFor(newest.id, lineage));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!others) return <p className="quiet">{words.loading}</p>;
  if (others.length === 0) return <p className="quiet">{text.noneFits}</p>;
  const other = others.find(({ id }) => id === chosen);
  const parents = { ...newest, version: versions.parents ?? newest.version };
  const children = other && { ...other, version: versions.children ?? other.version };
  const versionOf = (which: Which, of: Table) => (
    <VersionChoice
      dataSet={of.id}
      label={text.versionOf(of.name)}
      version={of.version}
      onChange={(version) => setVersions((before) => ({ ...before, [which]: version }))}
    />
  );
  return (
    <>
      <section aria-labelledby="second">
        <h2 id="second">{text.second}</h2>
        <p>{text.secondText(parents.name)}</p>
        <div className="column-fields">
          <NativeSelect
            label={text.secondLabel}
            value={other ? chosen : ""}
            data={[{ value: "", label: text.choose }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ currentTarget: { value } }) => {
              choose(value);
              setVersions(({ children: _, ...before }) => before);
            }}
          />
          {versionOf("parents", parents)}
          {children && versionOf("children", children)}
        </div>
      </section>
      {children && (
        <Offered
          key={children.id}
          tables={{ parents, children }}
          earlier={earlier?.children.data_set === children.id ? earlier : undefined}
        />
      )}
    </>
  );
}

/** What may rows of two tables tell, and for how much? */
export function MakeTwo() {
  const { id } = useParams({ from: "/signed-in/data/$id/synthesise-two" });
  const { from } = useSearch({ from: "/signed-in/data/$id/synthesise-two" });
  const about = useQuery(dataSet(id));
  const earlier = useQuery({ ...joinedSynthesis(from ?? ""), enabled: from !== undefined });
  const text = words.joined;
  const failed = [about, earlier].find(({ error }) => error); // the other may be none that is asked for
  if (failed) return <FailedPage error={failed.error} retry={() => failed.refetch()} />;
  const { data: facts } = about;
  if (!facts || (from !== undefined && !earlier.data)) return <p className="quiet">{words.loading}</p>;
  const { name, version, lineage } = facts;
  return (
    <Page title={text.title}>
      <p className="quiet">
        <Link to="/data/$id" params={{ id }}>
          {name}
        </Link>
      </p>
      <h1>{text.title}</h1>
      <p>{text.text}</p>
      {version === null ? (
        <p className="quiet">{words.rows.notLoaded}</p>
      ) : (
        <Second parents={{ id, name, version }} lineage={lineage} earlier={earlier.data} />
      )}
    </Page>
  );
}
