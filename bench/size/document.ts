type Json = Record<string, unknown>;

const text = { type: "string", minLength: 1, maxLength: 64 };
const item = {
  type: "object",
  required: ["id", "name"],
  additionalProperties: false,
  properties: { id: { type: "integer", minimum: 0 }, name: text },
};
const items = { type: "array", maxItems: 10_000, items: item };

/** The schemas that both sides validate, by operationId. */
export const schemas = {
  fiveParameters: { response: objectOf({ a: text, b: text, c: text, d: text, e: { type: "integer" } }) },
  largeBody: {
    request: objectOf({ text: { type: "string", maxLength: 300_000 } }),
    response: objectOf({ length: { type: "integer" } }),
  },
  takeList: { request: objectOf({ items }), response: objectOf({ length: { type: "integer" } }) },
  giveList: { response: objectOf({ items }) },
  upload: { response: objectOf({ length: { type: "integer" } }) },
};

function objectOf(properties: Json): Json {
  return { type: "object", required: Object.keys(properties), additionalProperties: false, properties };
}

/** A document with routes of every size, filled up to this many operations. */
export function sizedDocument(operations: number): Json {
  const parameters = ["a", "b", "c", "d", "e"].map((name) => ({
    name,
    in: "path",
    required: true,
    schema: name === "e" ? { type: "integer" } : text,
  }));
  const form = objectOf({ title: text, file: { type: "string", format: "binary" } });
  const body = (type: string, schema: Json): Json => ({ required: true, content: { [type]: { schema } } });
  const json = "application/json";
  const paths: Record<string, Json> = {
    "/five/{a}/{b}/{c}/{d}/{e}": { get: { ...operation("fiveParameters", "fiveParameters"), parameters } },
    "/large-body": {
      post: { ...operation("largeBody", "largeBody"), requestBody: body(json, schemas.largeBody.request) },
    },
    "/list": {
      get: operation("giveList", "giveList"),
      post: { ...operation("takeList", "takeList"), requestBody: body(json, schemas.takeList.request) },
    },
    "/upload": { post: { ...operation("upload", "upload"), requestBody: body("multipart/form-data", form) } },
  };
  for (let n = 5; n < operations; n++) {
    const id = { name: "id", in: "path", required: true, schema: text };
    paths[`/more${n}/{id}/parts`] = { get: { ...operation(`more${n}`, "upload"), parameters: [id] } };
  }
  return { openapi: "3.1.0", info: { title: "Sizes", version: "1.0.0" }, paths };
}

function operation(operationId: string, answer: keyof typeof schemas): Json {
  const content = { "application/json": { schema: schemas[answer].response } };
  return { operationId, responses: { "200": { description: "Done.", content } } };
}

/** The list that is sent and returned. */
export const list = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Item ${id}` }));
