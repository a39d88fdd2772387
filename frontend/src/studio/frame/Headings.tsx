/** The heads of a table's columns, each said once. */
export function Headings({ of }: { of: readonly string[] }) {
  return of.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));
}
