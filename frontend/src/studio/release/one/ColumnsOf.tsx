import { words } from "../../words/words";

interface Told {
  readonly columns: readonly { readonly name: string; readonly role: string }[];
  readonly licence: string;
  readonly citation: string;
}

/** The columns of the table by what became of them, under which licence, and how to cite it. */
export function ColumnsOf({ found: { columns, licence, citation } }: { found: Told }) {
  const said = words.release;
  const named = (role: keyof typeof said.columnsOf): [string, string] => [
    said.columnsOf[role],
    columns
      .filter((column) => column.role === role)
      .map(({ name }) => name)
      .join(words.listComma),
  ];
  const facts: [string, string][] = [
    named("quasi"),
    named("sensitive"),
    named("insensitive"),
    [said.licence, licence],
    [said.citation, citation],
  ];
  return (
    <section aria-labelledby="about-release">
      <h2 id="about-release">{said.about}</h2>
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
