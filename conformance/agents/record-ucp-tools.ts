import { randomUUID } from "node:crypto";
import { grantToken, ines } from "../../test/helpers/agent-shop.ts";
import { paidWith, shippedTo, startUcpShop } from "../../test/helpers/ucp-shop.ts";
import { startWorld } from "../../test/helpers/world.ts";
import type { ListedTool } from "./ucp-tools.ts";

/** The kinds of documents that results are. */
export type ResultKind = "checkout" | "order" | "search" | "lookup" | "product";

/** The tools that the official MCP client lists, and the results of a purchase with them. */
export async function recordUcpTools(): Promise<{
  tools: ListedTool[];
  results: { what: string; kind: ResultKind; body: unknown }[];
}> {
  const world = await startWorld();
  const shop = await startUcpShop(world);
  try {
    const returnPolicyUrl = "https://shop.example/returns";
    const merchant = await world.merchant({ sellsThrough: ["ucp"], returnPolicyUrl });
    const client = await shop.tools(merchant);
    const call = async (name: string, given: object) => {
      const meta = shop.meta({ "idempotency-key": randomUUID() });
      const { structuredContent } = await client.callTool({ name, arguments: { meta, ...given } });
      return structuredContent as { id: string; order?: { id: string } };
    };
    const { poster = "" } = merchant.products;
    const line_items = [{ item: { id: poster }, quantity: 1 }];
    const checkout = { line_items, buyer: ines, ...shippedTo() };
    const created = await call("create_checkout", { checkout: { line_items } });
    const { id } = created;
    const updated = await call("update_checkout", { id, checkout });
    const completed = await call("complete_checkout", { id, checkout: paidWith(await grantToken(world)) });
    const read = await call("get_checkout", { id });
    const unknown = await call("get_checkout", { id: "chk_unknown" });
    const other = await call("create_checkout", { checkout });
    const canceled = await call("cancel_checkout", { id: other.id });
    const checkouts = { created, updated, completed, read, unknown, canceled };
    const order = await call("get_order", { id: completed.order?.id ?? "" });
    const search = await call("search_catalog", { catalog: { query: "poster" } });
    const lookup = await call("lookup_catalog", { catalog: { ids: [poster, "unknown"] } });
    const product = await call("get_product", { catalog: { id: poster } });
    return {
      tools: (await client.listTools()).tools,
      results: [
        ...Object.entries(checkouts).map(([what, body]) => ({ what, kind: "checkout" as const, body })),
        { what: "order", kind: "order", body: order },
        { what: "found", kind: "search", body: search },
        { what: "known", kind: "lookup", body: lookup },
        { what: "single", kind: "product", body: product },
      ],
    };
  } finally {
    await shop.close();
    await world.close();
  }
}
