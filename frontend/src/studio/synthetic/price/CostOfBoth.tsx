import { words } from "../../words/words";
import { BOTH } from "../draftOfTwo";
import { Cost } from "./Price";

type Table = { readonly id: string; readonly name: string };

/** What the people of either are charged, of what is left of their budget. */
export function CostOfBoth({ tables, rho }: { tables: Record<(typeof BOTH)[number], Table>; rho: string }) {
  return BOTH.map((which) => (
    <div className="price-of" key={which}>
      <p className="quiet">{words.joined.budgetOf(tables[which].name)}</p>
      <Cost dataSet={tables[which].id} rho={rho} />
    </div>
  ));
}
