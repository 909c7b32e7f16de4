import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServices } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyThroughAcp } from "../../examples/agent/buy-through-acp.ts";
import { buyThroughUcp } from "../../examples/agent/buy-through-ucp.ts";
import { demoKey } from "../../server/development/development.ts";
import { handlers } from "../../server/handlers.ts";
import { handlers as acpHandlers } from "../../server/operations/acp/handlers.ts";
import { renderError } from "../../server/operations/acp/render-error.ts";
import { handlers as ucpHandlers } from "../../server/operations/ucp/handlers.ts";
import { renderError as renderUcpError } from "../../server/operations/ucp/render-error.ts";
import { service } from "../../server/service.ts";

let folder: string;
let shop: Awaited<ReturnType<typeof start>>;

const generated = (name: string) => new URL(`../../generated/${name}`, import.meta.url);

function start() {
  return startServices(
    {
      documents: [
        { name: "v1", document: generated("openapi.json"), handlers, service },
        {
          ...{ name: "acp", document: generated("acp/openapi.json"), handlers: acpHandlers, service },
          ...{ basePath: "/acp", options: { mcp: false, renderError } },
        },
        {
          ...{ name: "ucp", document: generated("ucp/openapi.json"), handlers: ucpHandlers, service },
          ...{ basePath: "/ucp", options: { mcp: false, renderError: renderUcpError } },
        },
      ],
    },
    { env: { DATABASE_URL: `file:${path.join(folder, "data.db")}` } },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-agents-"));
  shop = await start();
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const errand = () => ({
  ...{ shopUrl: shop.url, apiKey: demoKey, words: "calendar", quantity: 2 },
  recipient: {
    ...{ name: "Ines Duarte", email: "ines@reader.example" },
    address: {
      ...{ line_one: "7 Quay Street", city: "Galway", state: "County Galway" },
      ...{ country: "IE", postal_code: "H91 Y6P0" },
    },
  },
  async grantToken({ currency, maxAmount }: { currency: string; maxAmount: number }) {
    const url = `${shop.url}/demo/tokens?currency=${currency}&max_amount=${maxAmount}`;
    const response = await fetch(url, { method: "POST" });
    return ((await response.json()) as { token: string }).token;
  },
});

describe.each([
  { protocol: "ACP", buyPaid: buyThroughAcp, orderNumber: "1001" },
  { protocol: "UCP", buyPaid: buyThroughUcp, orderNumber: "1002" },
])("through $protocol", ({ buyPaid, orderNumber }) => {
  test("an agent buys up to the paid order, once the person has agreed to the total", async () => {
    const questions: string[] = [];
    const ask = async (question: string) => questions.push(question) > 0;
    const purchase = await buyPaid({ ...errand(), ask });
    expect(purchase).toMatchObject({ product: "Tide calendar 2027", currency: "eur", orderNumber });
    expect(questions).toEqual([expect.stringContaining("Buy 2 × Tide calendar 2027?")]);
    const headers = { Authorization: `Bearer ${demoKey}` };
    const response = await fetch(`${shop.url}/v1/orders?limit=1`, { headers });
    const { data } = (await response.json()) as {
      data: { number: number; payments: { amount: number }[] }[];
    };
    expect(data).toMatchObject([{ number: Number(orderNumber), payments: [{ amount: purchase.total }] }]);
  });

  test("nothing is bought if the person doesn't agree", async () => {
    const buying = buyPaid({ ...errand(), ask: async () => false });
    await expect(buying).rejects.toThrow("was canceled");
  });

  test("the agent reports what the shop refuses", async () => {
    const buying = buyPaid({ ...errand(), quantity: 1000, ask: async () => true });
    await expect(buying).rejects.toThrow(/999|1,?000/);
  });
});
