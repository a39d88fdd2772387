import { useQuery } from "@tanstack/react-query";
import { reasonIn, reasonsQuery } from "./reasons";

/** A sentence of the server about an import: in the language of the page, where somebody wrote it in that. */
export function Reason({ why }: { why: string }) {
  const { data: reasons } = useQuery(reasonsQuery());
  const known = reasons && reasonIn(why, reasons);
  return known === undefined ? <span lang="en">{why}</span> : <span>{known}</span>;
}
