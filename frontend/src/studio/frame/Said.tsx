/** A sentence of the server, which speaks English, beside the field it is about. */
export function Said({ fault, id }: { fault: string | undefined; id?: string }) {
  if (fault === undefined) return null;
  return (
    <p className="fault refuse" lang="en" id={id}>
      {fault}
    </p>
  );
}
