import { words } from "../../words/words";

interface DescribedTable {
  readonly columns: readonly { readonly name: string; readonly role: string }[];
  readonly licence: string;
  readonly citation: string;
}

const namesIn = (columns: DescribedTable["columns"]): string => columns.map(({ name }) => name).join(words.listComma);

/** The columns of the table by what became of them (of synthetic ones nothing did), under which licence, and how to cite it. */
export function ColumnsOf({ table, synthetic }: { table: DescribedTable; synthetic: boolean }) {
  const { columns, licence, citation } = table;
  const text = words.release;
  const named = (role: keyof typeof text.columnsOf): [string, string] => [
    text.columnsOf[role],
    namesIn(columns.filter((column) => column.role === role)),
  ];
  const facts: [string, string][] = [
    ...(synthetic
      ? [[words.handed.columns, namesIn(columns)] satisfies [string, string]]
      : [named("quasi"), named("sensitive"), named("insensitive")]),
    [text.licence, licence],
    [text.citation, citation],
  ];
  return (
    <section aria-labelledby="about-release">
      <h2 id="about-release">{text.about}</h2>
      <dl className="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
