import { readExpected } from "../read-expected.ts";
import type { Case } from "../suite-result.ts";

/**
 * Failing cases get the outcome of their expectation, since a person decides whether a scenario contradicts its own
 * document.
 */
export async function judged(suite: string, cases: Case[]): Promise<Case[]> {
  const expected = await readExpected(suite);
  return cases.map((one) => {
    if (one.outcome === "passed") return one;
    const outcome = expected.find(({ cases: names }) => names.includes(one.name))?.outcome;
    return outcome ? { ...one, outcome } : one;
  });
}
