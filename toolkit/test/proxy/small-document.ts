import type { ApiDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";

/** A document with one operation of each kind that the proxy treats differently. */
export function smallDocument(): ApiDocument {
  const pet = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer" }, name: { type: "string" } },
  };
  const json = (schema: object) => ({ "application/json": { schema } });
  return readDocument({
    openapi: "3.2.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          responses: { "200": { description: "All.", content: json({ type: "array", items: pet }) } },
        },
        post: {
          operationId: "addPet",
          requestBody: {
            required: true,
            content: json({ type: "object", required: ["name"], properties: { name: { type: "string" } } }),
          },
          responses: {
            "201": { description: "Added.", content: json(pet) },
            "400": { description: "Refused." },
          },
        },
      },
      "/news": {
        get: {
          operationId: "listenToNews",
          responses: {
            "200": { description: "News.", content: { "text/event-stream": { schema: { type: "string" } } } },
          },
        },
      },
      "/events": {
        get: {
          operationId: "listenToPets",
          responses: {
            "200": {
              description: "What happens.",
              content: {
                "text/event-stream": {
                  itemSchema: {
                    type: "object",
                    required: ["data"],
                    properties: {
                      data: { type: "string", contentMediaType: "application/json", contentSchema: pet },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
}
