import { day } from "../numbers/format";
import { words } from "../words/words";
import { type Condition, type Row, type Rule, valueText } from "./document";

export function conditionText(condition: Condition | Row): string {
  const said = words.policy;
  const subject = "attribute" in condition ? said.attributes[condition.attribute] : condition.column;
  const text = valueText(condition.value);
  const value =
    typeof condition.value === "boolean"
      ? said.truths[condition.value ? "true" : "false"]
      : text === "context.time"
        ? said.attributes["context.time"]
        : text;
  return said.comparison(subject, said.relations[condition.relation], value);
}

/** Each limit and condition of a rule as one short line. */
export function ruleLines(rule: Rule): string[] {
  const said = words.policy;
  const lines: (string | false | null)[] = [
    ...rule.when.map((condition) => said.onlyIf(conditionText(condition))),
    rule.epsilon_cap && said.limitEpsilon(rule.epsilon_cap.epsilon, rule.epsilon_cap.delta),
    rule.minimum_cohort > 0 && said.limitCohort(rule.minimum_cohort),
    rule.mechanisms && said.limitMechanisms(rule.mechanisms.join(words.listComma)),
    rule.columns && said.limitColumns(rule.columns.join(words.listComma)),
    rule.purposes && said.limitPurposes(rule.purposes.join(words.listComma)),
    ...rule.rows.map((row) => said.limitRows(conditionText(row))),
    !rule.combine && said.limitCombine,
    rule.four_eyes && said.limitFourEyes,
    rule.expires_at && said.limitUntil(day(rule.expires_at)),
  ];
  return lines.filter((line): line is string => typeof line === "string" && line !== "");
}

export function ruleTitle(rule: Rule): string {
  const what = rule.operations.map((operation) => words.policy.operations[operation]).join(words.listComma);
  return rule.effect === "deny" ? words.policy.mayNot(what) : words.policy.may(what);
}
