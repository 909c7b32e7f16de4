import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { longestGap, newJournal, noting } from "./helpers/journal.ts";
import { table } from "./helpers/save-figures.ts";

test("an outage is the longest time without an acknowledged change at any process, including the time to the end", () => {
  const journal = newJournal(2);
  journal.acknowledged = [
    [900, 1100, 2100, 2900],
    [900, 1500, 2500],
  ];
  expect(longestGap(journal, 1000, 3000)).toBe(1);
  expect(longestGap(journal, 1000, 4000)).toBe(1.5);
  expect(longestGap(newJournal(1), 1000, 4000)).toBe(3);
});

test("a 5xx without Retry-After and a missing response are faults; a 5xx with it is counted", async () => {
  const journal = newJournal(1);
  const answers = [
    { status: 200, ms: 1 },
    { status: 404, ms: 1 },
    { status: 500, ms: 1, retryAfter: "5" },
    { status: 500, ms: 1, retryAfter: null },
    { status: 503, ms: 1, retryAfter: "5" },
    { status: 0, ms: 1, reason: "ECONNRESET" },
  ];
  for (const answer of answers) await noting(async () => answer, 0, journal)("POST", "/v1/cart");
  expect(journal.acknowledged[0]).toHaveLength(1);
  expect(journal.refused).toBe(1);
  expect(journal.faults).toHaveLength(3);
});

test("the page has a table that the test wrote", () => {
  const page = readFileSync("docs/operating/high-availability.md", "utf8");
  const [, saved = ""] = /<!-- measured: outages -->\n([\s\S]*?)\n<!-- end -->/.exec(page) ?? [];
  const figures = [...saved.matchAll(/^\| ([^|]+) \| ([\d.]+) s \| (\d+) \|$/gm)].map(
    ([, what = "", seconds, refused]) => ({ what, seconds: Number(seconds), refused: Number(refused) }),
  );
  expect(figures.map(({ what }) => what)).toEqual(
    [
      ...readFileSync("test/system/replicas/failover.replicas.ts", "utf8").matchAll(/measure\("([^"]+)"/g),
    ].map(([, what]) => what),
  );
  const [, acknowledged = ""] = /with (\d+) acknowledged/.exec(saved) ?? [];
  const [, day = ""] = /on ([\d-]+),/.exec(saved) ?? [];
  expect(table(figures, Number(acknowledged)).replace(/\d{4}-\d\d-\d\d/, day)).toBe(saved);
});

test("Patroni's times are consistent, and each commit waits for a standby", () => {
  const { bootstrap } = parse(readFileSync("deploy/high-availability/patroni.yml", "utf8"));
  const { ttl, loop_wait, retry_timeout, synchronous_mode, postgresql } = bootstrap.dcs;
  // Otherwise writes that no standby has confirmed leave the cluster without a leader (unconfirmed-writes.replicas.ts).
  expect(bootstrap.dcs.maximum_lag_on_failover).toBe(2 ** 40);
  // From Patroni's documentation: otherwise a leader may lose its lock while it tries to renew it.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  expect(synchronous_mode).toBe(true);
  // docs/operating/kubernetes.md: six servers, and one more during a rollout.
  expect(postgresql.parameters.max_connections).toBeGreaterThanOrEqual(7 * 27);
});
