import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { servedSpec } from "../../toolkit/cli/compare/read-compared.ts";
import { readSpec, type Spec } from "../../toolkit/server/document/source/read-spec.ts";
import { differences, readCompared } from "../agents/differences.ts";
import { recordPurchase } from "../agents/record-purchase.ts";
import { ucpCases, ucpVersion } from "../agents/ucp-cases.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

const version = "2026-04-17";
const ownDocument = path.resolve(import.meta.dirname, "../../spec/acp/openapi.yaml");

/**
 * Our document of the Agentic Commerce Protocol against the published one, in both directions, and recorded responses against
 * the published JSON Schemas, by a validator that we didn't write. The same for the Universal Commerce Protocol.
 * @param folder with `acp/spec` and `ucp/source`, as in the protocols' repositories
 */
export default async function run(folder = ""): Promise<SuiteResult> {
  const spec = path.join(folder, "acp/spec", version);
  const openapi = path.join(spec, "openapi");
  const published = await readCompared(path.join(openapi, "openapi.agentic_checkout.yaml"));
  const ours = await readCompared(ownDocument);
  const eventFile = path.join(openapi, "openapi.agentic_checkout_webhook.yaml");
  const receiver = await servedSpec(
    sentAs("order_events", read(eventFile), "post /agentic_checkout/webhooks/order_events"),
  );
  const feed = await servedSpec(
    sentAs("feed_products", read(path.join(openapi, "openapi.feed.yaml")), "patch /feeds/{id}/products"),
  );
  const sent = (name: string) => servedSpec(onlyWebhook(name, read(ownDocument)));
  const [orderEvents, feedProducts] = await Promise.all([sent("order_events"), sent("feed_products")]);
  const schemasIn = async (name: string) =>
    withoutExamples(await readFile(path.join(spec, `json-schema/schema.${name}.json`), "utf8"));
  const schemas = await schemasIn("agentic_checkout");
  const products = await schemasIn("feed");
  const { components } = read(eventFile).raw;
  const events = withoutExamples(JSON.stringify({ components: { schemas: components?.schemas } }));
  return {
    suite: "Agent protocols: ACP and UCP",
    version: `${version} and ${ucpVersion}`,
    cases: [
      ...(await differences("for clients of the published document", published, ours)),
      ...(await differences("for clients of ours", ours, published)),
      ...(await differences("for receivers of the published events", receiver, orderEvents)),
      ...(await differences("for receivers of our events", orderEvents, receiver)),
      ...(await differences("for receivers of the published feed", feed, feedProducts)),
      ...(await differences("for receivers of our feed", feedProducts, feed)),
      ...(await judged((name) => {
        if (name === "WebhookEvent") return { ...events, $ref: `#/components/schemas/${name}` };
        return { ...(name === "Product" ? products : schemas), $ref: `#/$defs/${name}` };
      })),
      ...(await ucpCases(path.join(folder, "ucp/source"))),
    ],
  };
}

/** The validator would take an example's `id` for a schema's. */
function withoutExamples(json: string): object {
  return JSON.parse(json, (name, value) => (name === "example" ? undefined : value));
}

function read(file: string): Spec {
  return readSpec(file, { allowFolders: [path.dirname(file)] });
}

/**
 * A published document of the agent's server, with the only one of its operations that we call as our webhook.
 * @param operation `patch /feeds/{id}/products`
 */
function sentAs(name: string, spec: Spec, operation: string): Spec {
  const [method = "", at = ""] = operation.split(" ");
  const item: Record<string, unknown> = spec.raw.paths?.[at] ?? {};
  Object.assign(spec.raw, { webhooks: { [name]: { [method]: item[method] } } });
  return onlyWebhook(name, spec);
}

function onlyWebhook(name: string, spec: Spec): Spec {
  const { webhooks } = spec.raw as { webhooks?: Record<string, unknown> };
  Object.assign(spec.raw, { paths: {}, webhooks: { [name]: webhooks?.[name] } });
  return spec;
}

/** The responses and events of a purchase, judged by the published schemas. */
async function judged(schemaOf: (name: string) => object): Promise<Case[]> {
  const judge = (name: string) =>
    new Validator({ ...schemaOf(name), $id: "https://published.example/schema" } as Schema, "2020-12", false);
  const recorded = await recordPurchase();
  return recorded.map(({ what, schema, body }): Case => {
    const { valid, errors } = judge(schema).validate(body);
    const detail = errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join("\n  ");
    return valid ? { name: what, outcome: "passed" } : { name: what, outcome: "silently wrong", detail };
  });
}
