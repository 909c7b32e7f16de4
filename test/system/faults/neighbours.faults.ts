import { describe, expect, test } from "vitest";
import { emptyPostgres, emptySqlite, type NewDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { createMemoryGroup } from "../../helpers/processes/memory-group.ts";
import { attacks } from "./helpers/attacks.ts";
import { latencies, percentile, report } from "./helpers/figures.ts";
import { countsOf } from "./helpers/good-client.ts";
import { openNeighbour } from "./helpers/neighbour.ts";
import { openTwoShops } from "./helpers/two-shops.ts";

// A store attacks the server with what its keys and its people may do, while another one browses, sells, uploads and signs in.

const suite = (engine: string, newDatabase: NewDatabase) => {
  test.each(Object.entries(attacks))(
    `${engine}: %s affect no other store`,
    { timeout: 400_000 },
    async (what, prepare) => {
      // Where groups can't be made, the server has as much memory as it takes.
      const group = createMemoryGroup(512 * 1024 ** 2);
      const shops = await openTwoShops({ TRUST_PROXY: "1" }, group?.command, newDatabase);
      const neighbour = await openNeighbour(shops);
      const attack = await prepare(shops);
      const quiet = await neighbour.during(neighbour.round);
      const { result: statuses, took } = await neighbour.during(attack);
      const all = [...took.values()].flat();
      report(`${engine}, ${what}`, {
        ...Object.fromEntries(
          [...took].map(([step, ms]) => [
            `\n  ${step}`,
            `${latencies(ms)}, without the attack ${latencies(quiet.took.get(step) ?? [])}`,
          ]),
        ),
        "\n  the other store": `95 % below ${Math.round(percentile(all, 0.95))} ms`,
        "\n  attack": JSON.stringify(countsOf(statuses.map(String))),
        memory: `at most ${group?.peakMb()} MB`,
      });
      // On a busy machine, not even the quiet time is below a second.
      const usual = percentile([...quiet.took.values()].flat(), 0.95);
      expect(percentile(all, 0.95)).toBeLessThan(Math.max(1000, 2 * usual));
      expect(shops.server.output().match(/"msg":"listening"/g)).toHaveLength(1);
    },
  );
};

describe("in SQLite", () => suite("SQLite", emptySqlite));
withPostgres("in PostgreSQL", (url) => suite("PostgreSQL", () => emptyPostgres(url)));
