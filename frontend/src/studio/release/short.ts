import type { AnonymityModel } from "../../api/types";
import { words } from "../words/words";

/** The models of a candidate in a few words, k first: "k = 5, 2 values of illness". Thresholds against a population that
 * the reader may not anonymise are not there: the model is named alone. */
export function shortOf(models: readonly AnonymityModel[]): string {
  const text = words.rows.short;
  const shortModel = ({ model, column = "", k, l, c, t, beta, least, most }: AnonymityModel): string => {
    switch (model) {
      case "k-anonymity":
        return text.k(String(k));
      case "k-map":
        return k === undefined ? model : text[model](String(k));
      case "delta-presence":
        return least === undefined ? model : text[model](String(least), String(most));
      case "recursive-cl-diversity":
        return text[model](column, String(l), String(c));
      case "distinct-l-diversity":
      case "entropy-l-diversity":
        return text[model](column, String(l));
      case "t-closeness":
        return text[model](column, String(t));
      default:
        return text[model](column, String(beta));
    }
  };
  return models.map(shortModel).join(words.listComma);
}
