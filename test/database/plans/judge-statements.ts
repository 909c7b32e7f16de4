import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { postgresUrl } from "../../helpers/outside.ts";
import { type PlanJudge, postgresJudge, sqliteJudge } from "./growing-statements.ts";
import type { RecordedStatement } from "./record-statements.ts";

/** The queries that may read rows of many stores, by their origin and their SQL, and why. */
const allowed: [query: RegExp, reason: string][] = [
  [/\/retention\.ts /, "deletes what is past its retention, oldest first, a batch at a time"],
  [/\/unsettled-sessions\.ts /, "sweeps the sessions of a status, of which few are unsettled"],
  [
    /\/checkout-sessions\.ts membersWithOpenSubscriptions/,
    "sweeps open sessions, of which few are for subscriptions",
  ],
  [/\/(?:event-listings|unhandled-events)\.ts /, "the sweeper reads the events of every account"],
  [
    /\/subscriptions\.ts (?:readLongestAgo|(?:claimToRead|run):\d+ select \* from "subscriptions" where "status" in )/,
    "sweeps the live subscriptions, those read longest ago first",
  ],
  [
    /\/checkout-sessions\.ts (?:expireAllOpen|run):\d+ update .* where "status" = \S+$/,
    "ends all sessions of a stand-in that restarted",
  ],
  [/\/cache\.ts readChanges/, "reads the stores that changed since the last time, at most a second ago"],
  [/\/provider-events\.ts lastReceivedAt/, "reads the last entry of an index"],
  [
    /\/product-(?:images|files)\.ts (?:storeIds|findUnused)/,
    "looks for unused files of all stores, once an hour",
  ],
  [
    /\/deliveries\.ts (?:dueEndpoints|backlog)/,
    "reads the deliveries that are due, and counts them for a metric",
  ],
  [
    /\/stores\.ts (?:list|findOnly)/,
    "a command that lists the stores, or finds out whether there is only one",
  ],
];

/** Tables of a schema, which only its own tests have. */
const inSchema = /(?:from|into|update) "\w+"\."/;

/** The `globalSetup` that reads the plans of all statements that the tests recorded. It fails the run for growing ones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-statements-"));
  project.provide("statementsFolder", folder);
  return async () => {
    try {
      const statements = await recorded(folder);
      // Tests that start a PostgreSQL themselves record its statements too.
      const engines = postgresUrl === undefined ? (["sqlite"] as const) : (["sqlite", "postgres"] as const);
      for (const engine of engines) {
        const found = await growing(
          statements.filter((one) => one.engine === engine),
          engine,
        );
        if (found.length === 0) continue;
        process.exitCode = 1;
        console.error(
          `\nStatements that read more the more stores there are, on ${engine}:\n${found.join("\n")}\n`,
        );
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

async function recorded(folder: string): Promise<RecordedStatement[]> {
  const bySql = new Map<string, RecordedStatement>();
  for (const name of await readdir(folder)) {
    const some: RecordedStatement[] = JSON.parse(await readFile(path.join(folder, name), "utf8"));
    for (const one of some) bySql.set(one.sql, one);
  }
  return [...bySql.values()];
}

async function growing(
  statements: RecordedStatement[],
  engine: RecordedStatement["engine"],
): Promise<string[]> {
  const judged = statements.filter(
    ({ origin, sql }) => !allowed.some(([query]) => query.test(`${origin} ${sql}`)) && !inSchema.test(sql),
  );
  if (judged.length === 0) return [];
  const judge = await judgeOf(engine);
  try {
    const found: string[] = [];
    for (const one of judged) {
      const steps = await judge.growingSteps(one);
      if (steps.length > 0) found.push(`${one.origin}\n  ${one.sql}\n  ${steps.join("\n  ")}`);
    }
    return found;
  } finally {
    await judge.close();
  }
}

function judgeOf(engine: RecordedStatement["engine"]): Promise<PlanJudge> {
  if (engine === "sqlite") return sqliteJudge();
  if (postgresUrl === undefined) throw new Error("Statements of PostgreSQL need TEST_POSTGRES_URL.");
  return postgresJudge(postgresUrl);
}
