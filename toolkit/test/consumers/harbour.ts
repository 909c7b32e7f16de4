const json = (schema: object) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const binary = { type: "string", format: "binary" };

/** What generated clients are compiled for: readOnly and writeOnly, unions, null, streams, files, GET with a body. */
export const harbour = {
  openapi: "3.1.0",
  info: { title: "Harbour", version: "1.0.0" },
  servers: [{ url: "http://localhost:3000" }],
  paths: {
    "/ships": {
      get: {
        operationId: "listShips",
        parameters: [
          { name: "docked", in: "query", schema: { type: "boolean" } },
          { name: "If-None-Match", in: "header", schema: text },
        ],
        responses: {
          "200": { description: "Them.", content: json({ type: "array", items: ref("Ship") }) },
          "304": { description: "The same." },
          "401": { description: "Refused.", content: json(ref("Problem")) },
        },
      },
      post: {
        operationId: "addShip",
        requestBody: { required: true, content: json(ref("Ship")) },
        responses: {
          "201": { description: "It.", content: json(ref("Ship")) },
          "409": { description: "Taken.", content: json(ref("Problem")) },
        },
      },
    },
    "/ships/{id}/picture": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        operationId: "readPicture",
        responses: { "200": { description: "It.", content: { "image/png": { schema: binary } } } },
      },
      put: {
        operationId: "putPicture",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: { type: "object", required: ["file"], properties: { file: binary, note: text } },
            },
          },
        },
        responses: { "204": { description: "Kept." } },
      },
    },
    "/arrivals": {
      get: {
        operationId: "watchArrivals",
        responses: {
          "200": {
            description: "As they come.",
            content: { "application/x-ndjson": { itemSchema: ref("Arrival") } },
          },
        },
      },
    },
    "/search": {
      get: {
        operationId: "then",
        requestBody: { content: json({ type: "object", properties: { name: text } }) },
        responses: { "204": { description: "Searched." } },
      },
    },
  },
  components: {
    schemas: {
      Ship: {
        type: "object",
        required: ["id", "key", "name"],
        properties: {
          id: { type: "integer", readOnly: true },
          key: { type: "string", writeOnly: true },
          name: text,
          flag: { type: ["string", "null"] },
          master: ref("Person"),
          position: {
            type: "array",
            prefixItems: [{ type: "number" }, { type: "number" }],
            minItems: 2,
            maxItems: 2,
          },
        },
      },
      Person: { type: "object", required: ["name"], properties: { name: text, mail: text } },
      Problem: { type: "object", required: ["title"], properties: { title: text } },
      Arrival: {
        oneOf: [ref("Docked"), ref("Delayed")],
        discriminator: { propertyName: "kind", mapping: { docked: "Docked", delayed: "Delayed" } },
      },
      Docked: {
        type: "object",
        required: ["kind", "berth"],
        properties: { kind: { type: "string", enum: ["docked"] }, berth: { type: "integer" } },
      },
      Delayed: {
        type: "object",
        required: ["kind", "hours"],
        properties: { kind: { type: "string", enum: ["delayed"] }, hours: { type: "number" } },
      },
    },
  },
};

/** With a list in pages. */
export const largeHarbour = {
  ...harbour,
  paths: {
    ...harbour.paths,
    "/crew": {
      get: {
        operationId: "listCrew",
        parameters: [{ name: "after", in: "query", schema: text }],
        responses: {
          "200": {
            description: "A page of them.",
            headers: { Link: { schema: text } },
            content: json({ type: "array", items: ref("Person") }),
          },
        },
      },
    },
  },
};
