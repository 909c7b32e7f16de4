import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let server: Database;
let storeId: string;
beforeAll(async () => {
  cli = await openCli();
  await cli.ask("stores", "create", "--slug", "shop", "--name", "Shop", "--currency", "eur");
  await cli.ask("stores", "create", "--slug", "other", "--name", "Other", "--currency", "eur");
  server = await cli.openDatabase();
  storeId = (await server.stores.findBySlug("shop"))?.id ?? "";
});
afterAll(async () => {
  await server.close();
  await cli.close();
});

const store = ["--store", "shop"];
const add = (...options: string[]) =>
  cli.ask("events", "endpoints", "add", ...store, "--url", "https://shop.example/hook", ...options);

test("endpoints are added with a secret that is shown once, listed, disabled, enabled and removed", async () => {
  const { id, secret } = await add("--types", "order.paid, product.changed");
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const list = async () => (await cli.run("events", "endpoints", "list", ...store, "--json")).stdout;
  expect(JSON.parse(await list())).toEqual([
    {
      id,
      url: "https://shop.example/hook",
      types: ["order.paid", "product.changed"],
      agentKeys: null,
      protocol: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      disabledAt: null,
      disabledReason: null,
      waiting: 0,
    },
  ]);
  expect(await list()).not.toContain(secret);
  await cli.ask("events", "endpoints", "disable", id, ...store);
  expect(JSON.parse(await list())).toMatchObject([{ disabledReason: "from the command line" }]);
  const { stdout } = await cli.run("events", "endpoints", "list", ...store);
  expect(stdout).toMatch(/disabled since .*: from the command line/);
  await cli.ask("events", "endpoints", "enable", id, ...store);
  expect(JSON.parse(await list())).toMatchObject([{ disabledAt: null }]);
  await cli.ask("events", "endpoints", "remove", id, ...store);
  expect(JSON.parse(await list())).toEqual([]);
});

test("events are listed with their outcome, and resent", async () => {
  const { id: endpointId } = await add();
  await server.products.import(storeId, sampleProducts.slice(0, 1));
  const [event] = await cli.ask("events", "list", ...store);
  expect(event).toMatchObject({
    type: "product.changed",
    deliveries: [{ endpointId, status: "pending", attempts: 0, lastOutcome: null, settledAt: null }],
  });
  expect((await cli.run("events", "list", ...store)).stdout).toContain(event.id);
  expect(await cli.ask("events", "resend", event.id, ...store)).toEqual({ id: event.id, endpoints: 1 });
  const unknown = [
    ["events", "resend", event.id, "--store", "other"],
    ["events", "resend", event.id, ...store, "--endpoint", "ep_1"],
    ["events", "endpoints", "remove", endpointId, "--store", "other"],
    ["events", "endpoints", "enable", endpointId, "--store", "other"],
    ["events", "endpoints", "disable", endpointId, "--store", "other"],
  ];
  for (const command of unknown) {
    expect(await cli.refusal(...command)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  }
});

test("invalid addresses and types are refused", async () => {
  const refused = [
    ["--url", "shop.example"],
    ["--url", "ftp://shop.example/"],
    ["--url", "https://user:secret@shop.example/"],
    ["--url", `https://shop.example/${"x".repeat(2048)}`],
    ["--url", "https://shop.example/", "--types", "order.paid,order.lost"],
  ];
  for (const options of refused) {
    const refusal = await cli.refusal("events", "endpoints", "add", ...store, ...options);
    expect(refusal).toMatchObject({ exitCode: 2, code: "INVALID_REQUEST" });
    expect(refusal.error).not.toContain("secret");
  }
});

test("an agent's endpoint gets its orders, with the secret that it gave or a new one", async () => {
  const { id: agent } = await server.keys.create({ storeId, label: null, scopes: ["agent"] });
  expect(await add("--agent", agent)).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
  const command = ["events", "endpoints", "add", ...store, "--url", "https://agent.example/", "--agent"];
  cli.type("a secret of the agent\n");
  const given = await cli.run(...command, agent, "--agent-secret", "-");
  expect([given.exitCode, given.stdout.includes("a secret of the agent")]).toEqual([0, false]);
  const list = await cli.ask("events", "endpoints", "list", ...store);
  expect(list.map((one: { agentKeys: string[] | null }) => one.agentKeys)).toContainEqual([agent]);
  expect((await cli.run("events", "endpoints", "list", ...store)).stdout).toContain(`orders of ${agent}`);
  const refusal = (...options: string[]) => cli.refusal(...command, ...options);
  expect(await refusal("key_unknown")).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await refusal(agent, "--types", "order.paid")).toMatchObject({ exitCode: 2 });
  const typed = await refusal(agent, "--agent-secret", "a secret of the agent");
  expect([typed.exitCode, typed.error.includes("a secret of")]).toEqual([2, false]);
  cli.type("short");
  const tooShort = await cli.run(...command, agent, "--agent-secret", "-");
  expect([tooShort.exitCode, tooShort.stderr]).toEqual([2, expect.stringContaining("16 to 512")]);
});

test("in production, an address without TLS is refused", async () => {
  const local = [...store, "--url", "http://127.0.0.1:4000/hook"];
  await cli.ask("events", "endpoints", "add", ...local);
  Object.assign(cli.env, { NODE_ENV: "production" });
  expect(await cli.refusal("events", "endpoints", "add", ...local)).toMatchObject({ exitCode: 2 });
});
