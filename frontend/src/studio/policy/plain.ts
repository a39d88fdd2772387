import { day } from "../numbers/format";
import { words } from "../words/words";
import { type Condition, type Row, type Rule, valueText } from "./document";

export function conditionText(condition: Condition | Row): string {
  const wording = words.policy;
  const subject = "attribute" in condition ? wording.attributes[condition.attribute] : condition.column;
  const text = valueText(condition.value);
  const value =
    typeof condition.value === "boolean"
      ? wording.truths[condition.value ? "true" : "false"]
      : text === "context.time"
        ? wording.attributes["context.time"]
        : text;
  return wording.comparison(subject, wording.relations[condition.relation], value);
}

/** Each limit and condition of a rule as one short line. */
export function ruleLines(rule: Rule): string[] {
  const text = words.policy;
  const lines: (string | false | null)[] = [
    ...rule.when.map((condition) => text.onlyIf(conditionText(condition))),
    rule.epsilon_cap && text.limitEpsilon(rule.epsilon_cap.epsilon, rule.epsilon_cap.delta),
    rule.minimum_cohort > 0 && text.limitCohort(rule.minimum_cohort),
    rule.mechanisms && text.limitMechanisms(rule.mechanisms.join(words.listComma)),
    rule.columns && text.limitColumns(rule.columns.join(words.listComma)),
    rule.purposes && text.limitPurposes(rule.purposes.join(words.listComma)),
    ...rule.rows.map((row) => text.limitRows(conditionText(row))),
    !rule.combine && text.limitCombine,
    rule.four_eyes && text.limitFourEyes,
    rule.expires_at && text.limitUntil(day(rule.expires_at)),
  ];
  return lines.filter((line): line is string => typeof line === "string" && line !== "");
}

export function ruleTitle(rule: Rule): string {
  const what = rule.operations.map((operation) => words.policy.operations[operation]).join(words.listComma);
  return rule.effect === "deny" ? words.policy.mayNot(what) : words.policy.may(what);
}
