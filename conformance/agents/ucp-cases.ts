import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import type { Case } from "../suite-result.ts";
import { differences, readCompared } from "./differences.ts";
import { publishedSchema, publishedUcp } from "./published-ucp.ts";
import { recordUcpPurchase } from "./record-ucp-purchase.ts";
import { type ResultKind, recordUcpTools } from "./record-ucp-tools.ts";
import { listedTools, publishedUcpTools } from "./ucp-tools.ts";

export const ucpVersion = "2026-04-08";

/**
 * Our document of the Universal Commerce Protocol against the published one, in both directions, and recorded responses
 * against the published JSON Schemas.
 * @param folder with `services`, `schemas` and `discovery`, as in the protocol's repository
 */
export async function ucpCases(folder: string): Promise<Case[]> {
  const document = await publishedUcp(folder);
  const published = await written(document);
  const ours = await readCompared(path.resolve(import.meta.dirname, "../../spec/ucp/openapi.yaml"));
  const { profile, checkouts, orders, catalog } = await recordUcpPurchase();
  const judgeOf = (name: string) =>
    validatorOf({
      components: document.components,
      oneOf: [name, "error_response"].map((one) => ({ $ref: `#/components/schemas/${one}_response` })),
    });
  const [ofCheckouts, ofOrders] = [judgeOf("checkout"), judgeOf("order")];
  const ofCatalog = {
    search: judgeOf("catalog_search_search_response"),
    lookup: judgeOf("catalog_lookup_lookup_response"),
    product: judgeOf("catalog_lookup_get_product_response"),
  };
  const ofProfiles = validatorOf(
    await publishedSchema(path.join(folder, "discovery/profile_schema.json"), "/$defs/business_profile"),
  );
  return [
    ...(await differences("UCP, for clients of the published document", published, ours)),
    ...(await differences("UCP, for clients of ours", ours, published)),
    judged("UCP, the profile", ofProfiles, profile),
    ...checkouts.map(({ what, body }) => judged(`UCP, a checkout: ${what}`, ofCheckouts, body)),
    ...(["search", "lookup", "product"] as const).flatMap((name) =>
      catalog[name].map(({ what, body }) => judged(`UCP, catalog ${name}: ${what}`, ofCatalog[name], body)),
    ),
    ...orders.map(({ what, body }) => judged(`UCP, an order: ${what}`, ofOrders, body)),
    ...(await toolCases(folder, { checkout: ofCheckouts, order: ofOrders, ...ofCatalog })),
  ];
}

/** The same over MCP: the arguments of the tools, in both directions, and the results of a purchase. */
async function toolCases(folder: string, judges: Record<ResultKind, Validator>): Promise<Case[]> {
  const { tools, results } = await recordUcpTools();
  const published = await written(await publishedUcpTools(folder));
  const ours = await written(listedTools(tools));
  return [
    ...(await differences("UCP over MCP, for clients of the published methods", published, ours)),
    ...(await differences("UCP over MCP, for clients of our tools", ours, published)),
    ...results.map(({ what, kind, body }) => judged(`UCP over MCP, ${kind}: ${what}`, judges[kind], body)),
  ];
}

async function written(document: object) {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-ucp-"));
  try {
    const file = path.join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    return await readCompared(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** By a validator that we didn't write. */
function validatorOf(schema: object): Validator {
  return new Validator(schema as Schema, "2020-12", false);
}

function judged(name: string, validator: Validator, body: unknown): Case {
  const { valid, errors } = validator.validate(body);
  const detail = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join("\n  ");
  return valid ? { name, outcome: "passed" } : { name, outcome: "silently wrong", detail };
}
