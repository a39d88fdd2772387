import type { Policy } from "../../api/types";
import { words } from "../words/words";
import { conditionText, ruleLines, ruleTitle } from "./plain";

/** The policy in plain words. */
export function Roles({ policy }: { policy: Policy }) {
  return (
    <ul className="roles">
      {policy.roles.map((role) => (
        <li key={role.name}>
          <h3>{role.name}</h3>
          {role.description && <p>{role.description}</p>}
          {role.anyone && <p>{words.policy.anyone}</p>}
          {role.groups.length > 0 && <p>{words.policy.byGroups(role.groups.join(words.listComma))}</p>}
          {role.delegable && <p>{words.policy.delegable}</p>}
          {role.requires.length > 0 && (
            <p>{words.policy.requires(role.requires.map(conditionText).join(words.listComma))}</p>
          )}
          <ul>
            {role.rules.map((rule) => (
              <li key={rule.name}>
                <strong>{ruleTitle(rule)}</strong> <code>{`${role.name}/${rule.name}`}</code>
                {ruleLines(rule).length > 0 && (
                  <ul>
                    {ruleLines(rule).map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
