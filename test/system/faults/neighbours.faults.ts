import { describe, expect, test } from "vitest";
import { quickHash } from "../../dashboard/quick-hash.ts";
import { emptyPostgres, emptySqlite, type NewDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { createMemoryGroup } from "../../helpers/processes/memory-group.ts";
import { cartWith, dataOf, openCheckout } from "../../helpers/shopping.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { latencies, percentile, report } from "./helpers/figures.ts";
import { countsOf } from "./helpers/good-client.ts";
import { openTwoShops, type TwoShops } from "./helpers/two-shops.ts";

// A store attacks the server with what its keys and its people may do, while another one browses, sells and signs in.

type Statuses = number[];

const attacks: Record<string, (shops: TwoShops) => Promise<Statuses>> = {
  "a burst of 300 checkouts": async ({ hostile }) =>
    repeated(30, 10, async () => {
      const cartId = await cartWith(hostile, { font: 1 });
      return (await openCheckout(hostile, cartId)).response.status;
    }),
  "sixty sign-ins at once": async ({ visitor }) => {
    const at = visitor();
    const { text } = await at.get("/dashboard/sign-in");
    const [, formToken = ""] = /name="form_token" value="([^"]+)"/.exec(text) ?? [];
    let n = 0;
    return repeated(60, 1, async () => {
      n += 1;
      const fields = { form_token: formToken, email: `person-${n}@example.com`, password: "a long guess" };
      // Addresses of one subscriber.
      const headers = { "x-forwarded-for": `2001:db8:0:${n.toString(16)}::1` };
      return (await at.post("/dashboard/sign-in", fields, headers)).status;
    });
  },
};

/** Runs a request `times` on each of several connections. */
async function repeated(connections: number, times: number, send: () => Promise<number>): Promise<Statuses> {
  const run = async () => {
    const statuses: Statuses = [];
    for (let n = 0; n < times; n++) statuses.push(await send());
    return statuses;
  };
  return (await Promise.all(Array.from({ length: connections }, run))).flat();
}

const password = "a long walk by the sea";

/** Browses and opens checkouts until the attack is over, and signs in during it. Everything has to succeed. */
async function besideBusyStore(shops: TwoShops, attack: () => Promise<Statuses>) {
  const { good, ask, database, personOf, visitor } = shops;
  const people = await Promise.all(["ada", "bo", "cy"].map((name) => personOf(good, name)));
  for (const { person } of people) await database.people.setPassword(person.id, quickHash(password));
  const took: number[] = [];
  let isOver = false;
  const sell = async () => {
    while (!isOver) {
      const listed = await ask("GET", "/v1/products");
      expect(listed.status).toBe(200);
      const startedAt = performance.now();
      dataOf(await openCheckout(good, await cartWith(good, { font: 1 })));
      took.push(listed.ms, performance.now() - startedAt);
    }
  };
  const signIn = async (email: string, address: string) => {
    const at = visitor();
    const { text } = await at.get("/dashboard/sign-in");
    const [, formToken = ""] = /name="form_token" value="([^"]+)"/.exec(text) ?? [];
    const fields = { form_token: formToken, email, password };
    expect((await at.post("/dashboard/sign-in", fields, { "x-forwarded-for": address })).status).toBe(303);
  };
  const selling = sell();
  try {
    const attacked = attack();
    await Promise.all(people.map(({ person }, n) => signIn(person.email, `198.51.100.${n}`)));
    return { statuses: await attacked, took };
  } finally {
    isOver = true;
    await selling;
  }
}

const suite = (engine: string, newDatabase: NewDatabase) => {
  test.each(Object.entries(attacks))(`${engine}: %s affect no other store`, async (what, attack) => {
    // Where groups can't be made, the server has as much memory as it takes.
    const group = createMemoryGroup(512 * 1024 ** 2);
    const env = { IMAGES_FOLDER: await temporaryFolder(), TRUST_PROXY: "1" };
    const shops = await openTwoShops(env, group?.command, newDatabase);
    const { statuses, took } = await besideBusyStore(shops, () => attack(shops));
    expect(percentile(took, 0.95)).toBeLessThan(1000);
    expect(shops.server.output().match(/"msg":"listening"/g)).toHaveLength(1);
    report(`${engine}, ${what}`, {
      "the other store": latencies(took),
      answers: JSON.stringify(countsOf(statuses.map(String))),
      memory: `at most ${group?.peakMb()} MB`,
    });
  });
};

describe("in SQLite", () => suite("SQLite", emptySqlite));
withPostgres("in PostgreSQL", (url) => suite("PostgreSQL", () => emptyPostgres(url)));
