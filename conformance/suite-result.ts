export const outcomes = ["passed", "reported", "silently wrong", "not expressible"] as const;

/**
 * - `reported`: the toolkit doesn't support the case, and `inspect` or an error says so.
 * - `silently wrong`: it behaves differently and doesn't report it.
 * - `not expressible`: an OpenAPI document can't describe it.
 */
export type Outcome = (typeof outcomes)[number];

export interface Case {
  /** Unique within its suite. */
  name: string;
  outcome: Outcome;
  /** What was expected and what happened instead. */
  detail?: string;
}

/** What the default export of each file in `suites/` returns: `async function run(folder?: string): Promise<SuiteResult>`. */
export interface SuiteResult {
  suite: string;
  /** The version of the suite's data: of a package, a commit, or a specification. */
  version: string;
  cases: Case[];
  /** Whether it measures tools of others alone, and so has no cases. */
  isComparison?: true;
  /** Another section of the page, in Markdown. */
  more?: { title: string; text: string };
  /** What else differs from an expectation, and fails the run. */
  problems?: string[];
}
