import type { ReactNode } from "react";
import { levelName } from "../words/levels";
import { mechanismName } from "../words/mechanisms";
import { words } from "../words/words";

interface Chosen {
  readonly level: number;
  readonly mechanism: string;
  readonly epsilon: string;
  /** Where there was something to choose. */
  readonly reason?: string;
}

interface WhyProps<Level extends Chosen> {
  levels: readonly Level[];
  /** What else there is to say of a level. */
  children?: (level: Level) => ReactNode;
}

/** Which mechanism each level draws with, and why it was chosen. */
export function Why<Level extends Chosen>({ levels, children }: WhyProps<Level>) {
  const text = words.plan;
  return (
    <details>
      <summary>{text.why}</summary>
      <ul className="plan-why">
        {levels.map((level) => (
          <li key={level.level}>
            {text.whyAt(
              levelName(level.level, levels.length),
              mechanismName({ slug: level.mechanism, name: level.mechanism }),
              level.epsilon,
            )}{" "}
            {level.reason && <span lang="en">{level.reason}</span>} {children?.(level)}
          </li>
        ))}
      </ul>
    </details>
  );
}
