import { expect, test } from "vitest";
import { errorsOf } from "./measured";
import { byName } from "./measuredOfTwo";

const at = (of: number[], estimate: number) => ({ of, estimate, low: 0, high: 0.5, noise_alone: 0 });

test("a child's column and its parent's of the same name are told apart, and two of a parent's are not put together", () => {
  const columns = [
    { name: "age", whose: "parents" as const },
    { name: "region", whose: "parents" as const },
    { name: "age", whose: "children" as const },
  ];
  const marginals = [at([0], 0.1), at([1], 0.2), at([2], 0.3), at([0, 2], 0.4), at([1, 2], 0.5)];
  const propensities = [{ of: [0, 2], value: 0.01, standard_error: 0.001 }];
  const errors = byName({ columns, rows: 10, marginals, propensities });
  const names = errors.marginals.slice(0, 3).flatMap((marginal) => marginal.columns);
  expect(new Set(names).size).toBe(3);
  expect(names[2]).toBe("age");
  expect(errors.propensities[0]?.columns).toEqual([names[0], names[2]]);
  expect(errorsOf(errors, names)).toEqual({
    alone: [0.1, 0.2, 0.3],
    pairs: [
      [null, null, 0.4],
      [null, null, 0.5],
      [0.4, 0.5, null],
    ],
  });
});
