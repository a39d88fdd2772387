import { threeDigits } from "../numbers/format";
import { words } from "../words/words";

const A_BILLIONTH = 1e-9;

interface ExpertsProps {
  say: (epsilon: string, delta: string, ...rhos: string[]) => string;
  epsilon: string;
  delta: string;
  rhos: readonly (string | undefined)[];
  /** What else an expert asks for, each a sentence. */
  others?: readonly string[];
}

/** The guarantee in its figures: short where a sentence says them, whole for who points at it. */
export function Experts({ say, epsilon, delta, rhos, others = [] }: ExpertsProps) {
  const odds = Number(delta) === A_BILLIONTH ? words.synthetic.oneInABillion : delta;
  const short = rhos.map((rho) => (rho === undefined ? "" : threeDigits(Number(rho))));
  return (
    <details>
      <summary>{words.detailsForExperts}</summary>
      <p title={[delta, ...rhos].join("; ")}>{say(epsilon, odds, ...short)}</p>
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}
