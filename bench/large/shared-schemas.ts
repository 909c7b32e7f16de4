import { eventOf } from "./events.ts";
import { nullableRef, object, properties, refTo, type Sample, type Samples } from "./properties.ts";
import { createRandom } from "./random.ts";

/** Schemas that all resources refer to. */
export function sharedSchemas(): Samples {
  const samples: Samples = new Map();
  const random = createRandom("shared");
  const add = (name: string, sample: Sample) => samples.set(name, sample);
  const sampleValue = (name: string) => samples.get(name)?.value;
  add("id", {
    schema: { type: "string", pattern: "^[a-z]{2,4}_[0-9A-Za-z]{8,24}$" },
    value: "wid_4fK2pQ9sLx",
  });
  for (const name of ["user", "team", "organization", "application", "attachment"]) {
    const made = object(
      { id: { schema: refTo("id"), value: sampleValue("id") }, ...properties(random, 18, 1) },
      random,
    );
    add(`${name}-simple`, { schema: { title: name, ...made.schema }, value: made.value });
  }
  add("comment", {
    schema: {
      type: "object",
      required: ["id", "body"],
      properties: {
        id: refTo("id"),
        body: { type: "string", maxLength: 65536 },
        author: nullableRef("user-simple"),
        attachments: { type: "array", items: refTo("attachment-simple") },
        replies: { type: "array", items: refTo("comment") },
      },
    },
    value: {
      id: sampleValue("id"),
      body: "Agreed.",
      author: sampleValue("user-simple"),
      attachments: [],
      replies: [],
    },
  });
  add("comment-create", {
    schema: {
      type: "object",
      required: ["body"],
      additionalProperties: false,
      properties: {
        body: { type: "string", minLength: 1, maxLength: 65536 },
        in_reply_to: nullableRef("id"),
        mentions: { type: "array", items: refTo("id"), maxItems: 20 },
      },
    },
    value: { body: "Agreed.", in_reply_to: null, mentions: [sampleValue("id")] },
  });
  for (const [kind, detail] of [
    ["assigned", "user-simple"],
    ["commented", "comment"],
  ] as const) {
    add(`${kind}-event`, eventOf(kind, { schema: refTo(detail), value: sampleValue(detail) }, samples));
  }
  const fault = {
    type: "object",
    required: ["code"],
    properties: { code: { type: "string" }, field: { type: "string" } },
  };
  add("basic-error", {
    schema: {
      type: "object",
      required: ["message"],
      properties: { message: { type: "string" }, documentation_url: { type: "string" } },
    },
    value: { message: "Not found", documentation_url: "https://docs.example.com" },
  });
  add("validation-error", {
    schema: {
      allOf: [
        refTo("basic-error"),
        { type: "object", required: ["errors"], properties: { errors: { type: "array", items: fault } } },
      ],
    },
    value: { message: "Validation failed", errors: [{ code: "missing", field: "name" }] },
  });
  return samples;
}
