import { isNumberSpec } from "../../privacy/number";
import { element, more, pairs } from "../element";
import { grouped } from "../record";
import type { Definition, Level, LevelField } from "../version/definition";
import type { Texts } from "../words/en";
import { code, paragraph } from "./screen";

interface Facts {
  readonly hash: string;
  readonly definition: Definition;
  readonly level: Level;
}

/** The only place that names the parameter: mechanism, thresholds, and the hashes that pin them. */
export function expertDetails({ hash, definition, level }: Facts, { expert }: Texts): Node {
  const rule = ({ spec }: LevelField): string => {
    if (isNumberSpec(spec)) return String(Object.entries(spec).map((entry) => entry.join(" ")));
    if (spec.shape === "bits") return expert.bits(spec.one_below, spec.zero_below);
    if (spec.shape === "choice") return expert.keep(spec.keep_below);
    if (spec.shape === "meeting") return `${expert.meets(spec.pad_to, spec.meets_below)}; ${expert.size(spec.size)}`;
    return `${expert.keep(spec.with_below)}; ${expert.size(spec.size)}`;
  };
  const fields = level.fields.map((part) => {
    const { field, epsilon, mechanism, spec } = part;
    const id = field.of.map((column) => column.key).join(" + ");
    const most = field.kind === "set" && spec.shape === "bits" ? `; ${expert.most(field.most)}` : "";
    return element("li", {}, `${expert.field(id, epsilon.text, mechanism)}; ${rule(part)}${most}`);
  });
  return more(
    expert.summary,
    paragraph(expert.unit),
    pairs("facts", [
      [expert.report, level.epsilon.text],
      [expert.version, code(grouped(hash))],
      [expert.bundle, code(grouped(definition.bundle))],
    ]),
    element("ul", {}, ...fields),
  );
}
