export const outcomes = ["passed", "reported", "silently wrong", "not expressible"] as const;

/**
 * - `reported`: the toolkit doesn't apply what the case is about, and `inspect` or an error says so.
 * - `silently wrong`: it differs, and nothing says so.
 * - `not expressible`: no OpenAPI document can ask for it.
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
  /** Of the suite's data: the version of a package, a commit, or the version of a specification. */
  version: string;
  cases: Case[];
  /** Another section of the page, in Markdown. */
  more?: { title: string; text: string };
}
