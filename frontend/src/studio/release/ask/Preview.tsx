import { useMemo } from "react";
import { Scrolls } from "../../frame/Scrolls";
import { count, percent } from "../../numbers/format";
import { words } from "../../words/words";
import type { TypedColumn } from "./draft";
import { ruleOf } from "./draft";
import { made } from "./making";
import { type Flaw, isFlaw, lossAt, type Node, type Tree, withBranches } from "./tree";

const NAMED = 4; // nodes of a level whose names stand in the table
const DRAWN = 240; // more boxes than this cannot be told apart
const LISTED = 400; // names of a level that can be opened

function flawText({ flaw, about }: Flaw): string {
  const say: (...about: string[]) => string = words.rows.flaws[flaw];
  return say(...about);
}

function coversText(nodes: readonly Node[]): string {
  const covered = nodes.map(({ covers }) => covers);
  return words.rows.covers(count(Math.min(...covered)), count(Math.max(...covered)));
}

function namesText(nodes: readonly Node[]): string {
  const names = nodes
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(words.listComma);
  return nodes.length > NAMED ? words.rows.namesMore(names, count(nodes.length - NAMED)) : names;
}

/** The tree from above: a line of boxes for each level, as wide as what they cover. */
function Boxes({ tree }: { tree: Tree }) {
  const rows = tree.levels.filter((nodes) => nodes.length <= DRAWN);
  const width = 100 / tree.values.length;
  return (
    <svg className="tree" height={rows.length * 14} aria-hidden="true">
      {rows.toReversed().map((nodes, row) => {
        let from = 0;
        return nodes.map(({ name, covers }) => {
          const x = from * width;
          from += covers;
          return (
            <rect key={name} className="node" x={`${x}%`} width={`${covers * width}%`} y={row * 14 + 1} height={12} />
          );
        });
      })}
    </svg>
  );
}

function Levels({ tree, name }: { tree: Tree; name: string }) {
  const { levelCaptions: captions, previewOf } = words.rows;
  return (
    <Scrolls label={previewOf(name)}>
      <table className="numbers tree-levels">
        <thead>
          <tr>
            {[captions.level, captions.nodes, captions.covers, captions.loss].map((caption) => (
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
          {tree.levels.map((nodes, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{count(nodes.length)}</td>
              <td>{coversText(nodes)}</td>
              <td>{percent(lossAt(tree, level), 1)}</td>
              <td className="reads">{namesText(nodes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function AllNames({ tree }: { tree: Tree }) {
  const inner = tree.levels.slice(1, -1).filter((nodes) => nodes.length <= LISTED);
  if (inner.length === 0) return null;
  return (
    <details>
      <summary>{words.rows.allNames}</summary>
      {inner.map((nodes, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
        <p key={level} className="node-names">
          {nodes.map(({ name, covers }) => `${name} (${count(covers)})`).join(words.listComma)}
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

/** What the search will use, made here from what is declared or typed: no value of any row is looked at. */
export function Preview({ column, domain }: { column: TypedColumn; domain: readonly string[] }) {
  const said = words.rows;
  const { rule, unlisted, name } = column;
  const tree = useMemo(() => {
    const sent = ruleOf(rule);
    return sent && made(sent, domain);
  }, [rule, domain]);
  if (rule.kind === "") return null;
  if (!tree) return <p className="quiet">{said.ofRows}</p>;
  if (isFlaw(tree)) return <p className="fault refuse">{flawText(tree)}</p>;
  const shown = unlisted === "own branch" ? withBranches(tree, domain) : tree;
  return (
    <div className="tree-preview">
      <p className="quiet">{said.ofValues(count(shown.values.length))}</p>
      <Boxes tree={shown} />
      <Levels tree={shown} name={name} />
      <AllNames tree={shown} />
      <Differences tree={tree} domain={domain} />
    </div>
  );
}
