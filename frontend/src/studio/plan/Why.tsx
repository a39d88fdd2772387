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
  const said = words.plan;
  return (
    <details>
      <summary>{said.why}</summary>
      <ul className="plan-why">
        {levels.map((one) => (
          <li key={one.level}>
            {said.whyAt(
              levelName(one.level, levels.length),
              mechanismName({ slug: one.mechanism, name: one.mechanism }),
              one.epsilon,
            )}{" "}
            {one.reason && <span lang="en">{one.reason}</span>} {children?.(one)}
          </li>
        ))}
      </ul>
    </details>
  );
}
