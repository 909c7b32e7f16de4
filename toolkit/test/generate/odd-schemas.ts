const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const number = { type: "number" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** Schemas whose types are easy to get wrong, each seen in a real document. */
const schemas = {
  Harbour: object({ name: text, master: text, depth: number }),
  MaybeHarbour: { anyOf: [ref("Harbour"), { type: "null" }] },
  NamedHarbour: { allOf: [ref("MaybeHarbour")], required: ["name"] },
  StaffedHarbour: { type: "object", allOf: [ref("Harbour")], required: ["master", "toString"] },
  Contact: object({ mail: text, phone: text }, { anyOf: [{ required: ["mail"] }, { required: ["phone"] }] }),
  "Page[Berth]": { type: "array", items: ref("Berth-1.0") },
  "Berth-1.0": object({ "2": text, "length/m": number, default: text, class: text, constructor: text }),
  'Odd name "quoted" */': text,
  Levels: { enum: ["low", "it's */ high", 3, -1.5, true, null, ["a", 1], { deep: { er: "yes" } }] },
  Nothing: { const: null },
  Fixed: { const: "fixed" },
  Anything: {},
  Everything: true,
  Impossible: false,
  NotText: { not: text },
  FreeForm: { type: "object" },
  MaybeFreeForm: { type: ["object", "null"] },
  Sealed: { type: "object", additionalProperties: false },
  Counted: object({ label: text }, { required: ["label"], additionalProperties: number }),
  Patterned: { type: "object", patternProperties: { "^x-": text } },
  Demanding: { type: "object", required: ["id"] },
  Rated: object({ name: text }, { unevaluatedProperties: number }),
  RatedPart: { allOf: [object({ name: text })], unevaluatedProperties: number },
  SealedByRest: { type: "object", unevaluatedProperties: false },
  Scores: { type: "array", prefixItems: [text], unevaluatedItems: number },
  ByWidth: { type: "object", required: ["20"], additionalProperties: number },
  TypedByWidth: { allOf: [ref("ByWidth"), object({ unit: text }, { required: ["20", "40"] })] },
  OpenPart: { allOf: [{ required: ["name"], additionalProperties: true }, ref("Harbour")] },
  PatternedPart: { allOf: [{ required: ["x-a"], patternProperties: { "^x-": text } }, ref("Demanding")] },
  Pair: { type: "array", prefixItems: [text, number], items: false, minItems: 2 },
  Trail: { type: "array", prefixItems: [text], items: number },
  Untyped: { properties: { a: number } },
  UntypedList: { items: text },
  Several: { type: ["string", "integer", "boolean"] },
  ...{ Chicken: { allOf: [ref("Egg"), object({ feathers: number })] } },
  ...{ Egg: { oneOf: [ref("Chicken"), object({ shell: text })] } },
  Itself: { allOf: [ref("Itself"), object({ a: text })] },
  Json: { anyOf: [text, { type: "array", items: ref("Json") }, { additionalProperties: ref("Json") }] },
  Tree: object({ children: { type: "array", items: ref("Tree") } }, { additionalProperties: ref("Tree") }),
  Pet: {
    oneOf: [ref("Cat"), ref("Dog"), ref("Bird")],
    discriminator: { propertyName: "kind", mapping: { tom: "Cat" } },
  },
  Cat: object({ kind: text, lives: number }, { required: ["kind"] }),
  Dog: object({ kind: { enum: ["dog"] }, bark: text }, { required: ["kind"] }),
  Bird: object({ kind: text, wings: number }),
  Vehicle: {
    oneOf: [ref("Car"), ref("Bus")],
    discriminator: { propertyName: "type", mapping: { car: "Car", bus: "#/components/schemas/Bus" } },
  },
  VehicleType: object({ type: { enum: ["car", "bus"] } }),
  Car: { allOf: [ref("VehicleType"), object({ doors: number }, { required: ["type"] })] },
  Bus: { allOf: [ref("VehicleType"), object({ seats: number }, { required: ["type"] })] },
  Described: { ...ref("Harbour"), description: "Beside a reference.", required: ["depth"] },
  Deep: { $ref: "#/components/schemas/Deeper/properties/list/items" },
  Deeper: object({
    list: { type: "array", items: object({ up: { $ref: "#/components/schemas/Deeper/properties/list" } }) },
  }),
  Commented: object({
    a: {
      ...text,
      title: "A */ b",
      description: "Two\r\n\r\n  lines",
      deprecated: true,
      examples: [{ a: 1 }],
    },
  }),
  Secret: object(
    {
      id: { ...text, readOnly: true },
      owner: { allOf: [ref("Owner")], readOnly: true },
      key: ref("Key"),
      name: text,
      parts: { type: "array", prefixItems: [ref("Owner"), number], minItems: 2 },
    },
    { required: ["id", "key", "name"] },
  ),
  Upload: object({ file: { ...text, format: "binary" }, others: { type: "array", items: ref("Bytes") } }),
  Bytes: { ...text, contentMediaType: "image/png" },
  Key: { ...text, writeOnly: true },
  Owner: object({ login: text, password: { ...text, writeOnly: true } }),
  SecretOrOwner: {
    oneOf: [ref("Secret"), { allOf: [ref("Owner"), object({ since: { ...number, readOnly: true } })] }],
  },
};

const json = (schema: object) => ({ "application/json": { schema } });
const respond = (content: object) => ({ "200": { description: "It.", content } });

/** Names that are keywords or globals in TypeScript. */
const oddIds =
  "Caller Services Input Output NotImplemented Promise undefined async type of string Object constructor __proto__";

/** A document whose names and schemas are hard to write in TypeScript. */
export const oddSchemas = {
  openapi: "3.1.0",
  info: { title: "Odd", version: "1.0.0" },
  paths: {
    ...Object.fromEntries(
      oddIds
        .split(" ")
        .map((operationId) => [
          `/ids/${operationId}`,
          { get: { operationId, responses: { "204": { description: "Done." } } } },
        ]),
    ),
    "/delete": {
      get: { operationId: "delete", summary: "Ends */ a comment", responses: respond(json(ref("Harbour"))) },
    },
    "/a": { get: { operationId: "list#all", responses: respond(json(ref("Pet"))) } },
    "/b": { get: { operationId: "list/all", responses: respond(json(ref("NamedHarbour"))) } },
    "/c": {
      get: {
        operationId: "LIST/ALL",
        responses: { "200": { $ref: "#/components/responses/It" }, "x-note": "no" },
      },
    },
    '/d/{it\'s "d"}': {
      parameters: [{ name: 'it\'s "d"', in: "path", required: true, schema: text }],
      post: {
        operationId: "1. post: a thing!",
        requestBody: { content: json(ref("SecretOrOwner")) },
        responses: {
          ...respond(json(ref("SecretOrOwner"))),
          default: { $ref: "#/components/responses/Again" },
        },
      },
    },
    "/uploads": {
      post: {
        operationId: "upload",
        requestBody: {
          required: true,
          content: { ...json(ref("Upload")), "multipart/form-data": { schema: ref("Upload") } },
        },
        responses: respond(json(ref("Upload"))),
      },
    },
    "/e": {
      get: {
        operationId: "e",
        parameters: [{ name: "filter", in: "query", content: json(ref("Contact")) }],
        responses: { "204": { description: "Gone.", headers: { "x-count": { schema: number } } } },
      },
    },
  },
  components: {
    schemas,
    responses: {
      It: {
        description: "It.",
        content: json({ $ref: "#/components/responses/Again/content/application~1json/schema" }),
      },
      Again: {
        description: "Again.",
        content: json(object({ again: { $ref: "#/components/schemas/Deep" } })),
      },
    },
  },
};
