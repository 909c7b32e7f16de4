import { readFile } from "node:fs/promises";
import path from "node:path";

type Json = Record<string, unknown>;

interface PublishedDocument {
  openapi: string;
  info: Json;
  paths: Record<string, Json>;
  webhooks: { orderEvent: { post: { requestBody: Json; responses: Json } } };
  components: Json;
}

/** What a schema describes: a request of an operation, or a response. */
type Variant = "create" | "update" | "complete" | "response";

const extensions = ["fulfillment", "discount"];
const methods = ["get", "put", "post"];

/** The variant of each operation's request. */
const requests: Record<string, Variant> = {
  create_checkout: "create",
  update_checkout: "update",
  complete_checkout: "complete",
};

/** The published paths that the shop has. */
const offered = ["/checkout-sessions", "/orders", "/catalog"];

/**
 * The published document over REST, as the protocol composes it: extensions are part of the checkout, and annotations
 * (`ucp_request`) say what requests have of it.
 * @param folder with `services` and `schemas`
 */
export async function publishedUcp(folder: string): Promise<Json> {
  const file = path.join(folder, "services/shopping/rest.openapi.json");
  const schemas = createSchemas();
  const document: PublishedDocument = JSON.parse(await readFile(file, "utf8"));
  const checkoutFile = path.join(folder, "schemas/shopping/checkout.json");
  const checkout = async (variant: Variant) => {
    const { $ref } = await schemas.add(checkoutFile, "", variant);
    const composed = schemas.named[nameIn($ref)] as { properties: Json };
    for (const extension of extensions) {
      const extending = path.join(folder, `schemas/shopping/${extension}.json`);
      const whole = await schemas.add(extending, "/$defs/dev.ucp.shopping.checkout", variant);
      const [, added] = (schemas.named[nameIn(whole.$ref)] as { allOf: { properties: Json }[] }).allOf;
      Object.assign(composed.properties, added?.properties);
    }
    return { $ref };
  };
  const errorFile = path.join(folder, "schemas/shopping/types/error_response.json");
  const response = { oneOf: [await checkout("response"), await schemas.add(errorFile, "", "response")] };
  const { parameters, headers, schemas: references } = document.components;
  /** The schema that a media type of the document refers to. */
  const referred = async (schema: Json): Promise<Json> => {
    const { $ref, oneOf } = schema;
    if (Array.isArray(oneOf)) return { oneOf: await Promise.all(oneOf.map(referred)) };
    const [target = "", pointer = ""] = String($ref).split("#");
    if (target === "") return referred((references as Record<string, Json>)[nameIn(pointer)] ?? {});
    return schemas.add(path.resolve(path.dirname(file), target), pointer, "response");
  };
  const paths: Json = {};
  for (const [place, item] of Object.entries(document.paths)) {
    if (!offered.some((prefix) => place.startsWith(prefix))) continue;
    const isCheckout = place.startsWith("/checkout-sessions");
    for (const operation of methods.map((method) => item[method] as Json | undefined)) {
      if (!operation) continue;
      const variant = requests[operation.operationId as string];
      const { requestBody } = operation;
      if (variant) setSchema(requestBody, await checkout(variant));
      else if (requestBody) setSchema(requestBody, await referred(schemaOf(requestBody)));
      for (const one of Object.values(operation.responses as Json))
        setSchema(one, isCheckout ? response : await referred(schemaOf(one)));
    }
    paths[place] = item;
  }
  const { requestBody: order, responses } = document.webhooks.orderEvent.post;
  setSchema(order, await referred(schemaOf(order)));
  const { properties } = schemaOf(responses["200"]) as { properties: Record<string, Json> };
  properties.ucp = await referred(properties.ucp ?? {});
  // The profile has the address of the service, so the document's isn't compared.
  const servers = [{ url: "https://merchant.example.com" }];
  const components = { parameters, headers, schemas: schemas.named };
  const { openapi, info, webhooks } = document;
  return { openapi, info, servers, paths, webhooks, components };
}

/** A published schema of a response, with those that it refers to. */
export async function publishedSchema(file: string, pointer: string): Promise<Json> {
  const schemas = createSchemas();
  const { $ref } = await schemas.add(file, pointer, "response");
  return { $ref, components: { schemas: schemas.named } };
}

function setSchema(body: unknown, schema: Json): void {
  const { content } = body as { content: Record<string, Json> };
  for (const media of Object.values(content)) media.schema = schema;
}

function schemaOf(body: unknown): Json {
  const [media] = Object.values((body as { content: Record<string, { schema: Json }> }).content);
  return media?.schema ?? {};
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Collects schemas of files by a name for each variant. */
function createSchemas() {
  const files = new Map<string, Promise<Json>>();
  const named: Record<string, Json> = {};
  const read = (file: string): Promise<Json> => {
    const known = files.get(file) ?? readFile(file, "utf8").then(JSON.parse);
    files.set(file, known);
    return known;
  };

  /** @param pointer JSON pointer */
  async function add(file: string, pointer: string, variant: Variant): Promise<{ $ref: string }> {
    const place = [path.basename(file, ".json"), ...pointer.split("/").slice(2)].join("_");
    const name = `${place.replaceAll(".", "_")}_${variant}`;
    if (!named[name]) {
      // Registered first, because schemas may contain themselves.
      named[name] = {};
      const found = pointer
        .split("/")
        .slice(1)
        .reduce<unknown>((part, key) => (part as Json)[key], await read(file));
      Object.assign(named[name], await inVariant(found as Json, file, variant));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  async function inVariant(schema: unknown, file: string, variant: Variant): Promise<unknown> {
    if (Array.isArray(schema)) return Promise.all(schema.map((one) => inVariant(one, file, variant)));
    if (typeof schema !== "object" || schema === null) return schema;
    const entries = Object.entries(schema).filter(
      ([key]) => !key.startsWith("ucp_") && !["$schema", "$id", "$defs", "name", "required"].includes(key),
    );
    const result: Json = {};
    for (const [key, value] of entries) {
      if (key === "$ref") Object.assign(result, await referred(value as string, file, variant));
      else if (key === "properties") result[key] = await propertiesIn(value as Json, file, variant);
      else result[key] = await inVariant(value, file, variant);
    }
    const required = requiredIn(schema as Json, variant);
    return required.length > 0 ? { ...result, required } : result;
  }

  async function propertiesIn(properties: Json, file: string, variant: Variant): Promise<Json> {
    const kept = Object.entries(properties).filter(([, one]) => ruleOf(one, variant) !== "omit");
    return Object.fromEntries(
      await Promise.all(
        kept.map(async ([name, one]) => [name, await inVariant(one, file, variant)] as const),
      ),
    );
  }

  function referred(ref: string, file: string, variant: Variant): Promise<{ $ref: string }> {
    const [target = "", pointer = ""] = ref.split("#");
    return add(target === "" ? file : path.resolve(path.dirname(file), target), pointer, variant);
  }

  return { named, add };
}

function requiredIn({ required = [], properties = {} }: Json, variant: Variant): string[] {
  const rules = Object.entries(properties as Json).map(
    ([name, one]) => [name, ruleOf(one, variant)] as const,
  );
  const demanded = rules.filter(([, rule]) => rule === "required").map(([name]) => name);
  const free = rules.filter(([, rule]) => rule === "omit" || rule === "optional").map(([name]) => name);
  return [...new Set([...(required as string[]), ...demanded])].filter((name) => !free.includes(name));
}

/** What a property is in a variant: `omit`, `optional` or `required`; undefined if the schema decides. */
function ruleOf(property: unknown, variant: Variant): string | undefined {
  const { ucp_request: request, ucp_response: response } = property as Json;
  if (variant === "response") return typeof response === "string" ? response : undefined;
  if (typeof request === "string") return request;
  return (request as Record<string, string> | undefined)?.[variant];
}
