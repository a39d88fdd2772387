import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CountedHierarchy } from "../../../api/types";
import { levelsWithRows } from "../../data/anonymisations";
import { Failure } from "../../frame/Failure";
import { Scrolls } from "../../frame/Scrolls";
import { count, percent } from "../../numbers/format";
import { words } from "../../words/words";
import type { TypedColumn } from "./draft";
import { ruleOf } from "./draft";
import { countedLevels, filled, type Level, levelsOf, type Seen, valuesOf } from "./levels";
import { hierarchyOf } from "./making";
import { type Flaw, isFlaw, type Tree, withBranches } from "./tree";

const NAMED = 4; // nodes of a level whose names stand in the table
const DRAWN = 240; // more boxes than this cannot be told apart
const LISTED = 400; // names of a level that can be opened
const BOX = 12; // pixels
const TYPED_MILLISECONDS = 400; // rows are counted anew when typing rests

function flawText({ flaw, about }: Flaw): string {
  const say: (...about: string[]) => string = words.flaws[flaw];
  return say(...about);
}

function namesText({ nodes, named }: Level): string {
  if (named.length === 0) return words.rows.tooManyNames;
  const names = named
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(words.listComma);
  return nodes > NAMED ? words.rows.namesMore(names, count(nodes - NAMED)) : names;
}

function rowsText({ rows }: Level): string {
  const text = words.rows;
  if (!rows) return "";
  const range = text.range(count(rows.fewest), count(rows.most));
  return rows.empty === 0 ? range : text.rowsSomeEmpty(range, count(rows.empty));
}

/** The tree from above: a line of boxes for each level, as wide as what they cover, and filled by their rows. */
function Boxes({ levels }: { levels: readonly Level[] }) {
  const rows = levels.filter(({ named }) => named.length > 0 && named.length <= DRAWN);
  const width = 100 / valuesOf(levels);
  return (
    <svg className="tree" height={rows.length * (BOX + 2)} aria-hidden="true">
      {rows.toReversed().map(({ named, rows: counts }, row) => {
        let from = 0;
        return named.map(({ name, covers, rows: many }) => {
          const [x, y] = [`${from * width}%`, row * (BOX + 2) + 1];
          from += covers;
          const high = filled(many, counts?.most ?? 0, BOX);
          return (
            <g key={name}>
              <rect className="node" x={x} width={`${covers * width}%`} y={y} height={BOX} />
              {high > 0 && (
                <rect className="node-rows" x={x} width={`${covers * width}%`} y={y + BOX - high} height={high} />
              )}
            </g>
          );
        });
      })}
    </svg>
  );
}

function Levels({ levels, name }: { levels: readonly Level[]; name: string }) {
  const { levelCaptions: captions, previewOf, covers } = words.rows;
  const isCounted = levels.some(({ rows }) => rows !== undefined);
  const shown = [captions.level, captions.nodes, captions.covers, ...(isCounted ? [captions.rows] : []), captions.loss];
  return (
    <Scrolls label={previewOf(name)}>
      <table className="numbers tree-levels">
        <thead>
          <tr>
            {shown.map((caption) => (
              <th key={caption} scope="col">
                {caption}
              </th>
            ))}
            <th scope="col" className="reads">
              {captions.names}
            </th>
          </tr>
        </thead>
        <tbody>
          {levels.map((level, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <tr key={index}>
              <th scope="row">{index}</th>
              <td>{count(level.nodes)}</td>
              <td>{covers(count(level.least), count(level.most))}</td>
              {isCounted && <td>{rowsText(level)}</td>}
              <td>{percent(level.loss, 1)}</td>
              <td className="reads">{namesText(level)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function nodeText({ name, covers, rows }: Seen): string {
  return rows === undefined ? `${name} (${count(covers)})` : words.rows.nodeWithRows(name, count(covers), count(rows));
}

function AllNames({ levels }: { levels: readonly Level[] }) {
  const text = words.rows;
  const isCounted = levels.some(({ rows }) => rows !== undefined);
  const open = (isCounted ? levels.slice(0, -1) : levels.slice(1, -1)).filter(
    ({ named }) => named.length > 0 && named.length <= LISTED,
  );
  if (open.length === 0) return null;
  return (
    <details>
      <summary>{isCounted ? text.allNamesRows : text.allNames}</summary>
      {open.map(({ named }, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
        <p key={level} className="node-names">
          {named.map(nodeText).join(words.listComma)}
        </p>
      ))}
    </details>
  );
}

/** Values that are in one list and not in the other. */
function Differences({ tree, domain }: { tree: Tree; domain: readonly string[] }) {
  if (domain.length === 0) return null;
  const { notListed, listedOnly } = words.rows;
  const [listed, declared] = [new Set(tree.values), new Set(domain)];
  const unlisted = domain.filter((value) => !listed.has(value));
  const unknown = tree.values.filter((value) => !declared.has(value));
  return (
    <>
      {unlisted[0] !== undefined && <p className="refuse">{notListed(count(unlisted.length), unlisted[0])}</p>}
      {unknown[0] !== undefined && <p className="quiet">{listedOnly(count(unknown.length), unknown[0])}</p>}
    </>
  );
}

/** Values that occur and stand in no line of the tree: what becomes of their rows is the choice above. */
function Unlisted({ counted: { unlisted } }: { counted: CountedHierarchy }) {
  if (unlisted.values === 0) return null;
  const { occurUnlisted } = words.rows;
  return <p className="refuse">{occurUnlisted(count(unlisted.values), count(unlisted.rows), unlisted.first)}</p>;
}

/** The version whose values were counted, for whoever may see that. */
export interface CountedOf {
  dataSet: string;
  version: number;
  missing: string;
}

interface PreviewProps {
  column: TypedColumn;
  domain: readonly string[];
  counted: CountedOf | undefined;
}

/** What the search will use, made here from what is declared or typed. Rows are counted by the server, for owners. */
export function Preview({ column, domain, counted }: PreviewProps) {
  const text = words.rows;
  const { rule, unlisted, name } = column;
  const sent = useMemo(() => ruleOf(rule), [rule]);
  const tree = useMemo(() => sent && hierarchyOf(sent, domain), [sent, domain]);
  const isFlawed = tree !== undefined && isFlaw(tree);
  const [request] = useDebouncedValue(sent, TYPED_MILLISECONDS);
  const isCounting = counted !== undefined && request !== undefined && request === sent && !isFlawed;
  const { data: preview, error } = useQuery({
    ...levelsWithRows(counted, { column: name, hierarchy: request ?? { kind: "flat" }, unlisted }),
    enabled: isCounting,
  });
  if (rule.kind === "") return null;
  if (isFlawed) return <p className="fault refuse">{flawText(tree)}</p>;
  const withRows = isCounting ? preview : undefined;
  const drawn = tree && (unlisted === "own branch" ? withBranches(tree, domain) : tree);
  const levels = withRows ? countedLevels(withRows) : drawn && levelsOf(drawn);
  return (
    <div className="tree-preview">
      {!tree && <p className="quiet">{text.ofRows}</p>}
      {levels && (
        <>
          <p className="quiet">
            {withRows
              ? text.ofValuesAndRows(count(valuesOf(levels)), count(withRows.rows))
              : text.ofValues(count(valuesOf(levels)))}
          </p>
          <Boxes levels={levels} />
          <Levels levels={levels} name={name} />
          <AllNames levels={levels} />
        </>
      )}
      {isCounting && <Failure error={error} />}
      {withRows && <Unlisted counted={withRows} />}
      {tree && <Differences tree={tree} domain={domain} />}
    </div>
  );
}
