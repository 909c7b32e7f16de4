import type { RawDocument } from "../../server/document/document.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const ship = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, tons: { type: "integer" } },
};
const answer = (description: string, content?: object) => ({ description, ...(content && { content }) });
const refusals = { default: answer("Refused.", json({ type: "object" })) };

/** A document of OpenAPI 3.2, with methods that earlier versions don't have. */
export function harbourLog(): RawDocument {
  return {
    openapi: "3.2.0",
    info: { title: "Harbour log", version: "1.0.0" },
    paths: {
      "/ships/{port}": {
        parameters: [{ name: "port", in: "path", required: true, schema: { type: "string" } }],
        get: {
          operationId: "listShips",
          responses: { "200": answer("All.", json({ type: "array", items: ship })), ...refusals },
        },
        query: {
          operationId: "searchShips",
          summary: "Search ships",
          requestBody: {
            required: true,
            content: json({
              type: "object",
              required: ["minTons"],
              properties: { minTons: { type: "integer" } },
            }),
          },
          responses: {
            "200": answer("The ships.", { "application/json": { $ref: "#/components/mediaTypes/Ships" } }),
            ...refusals,
          },
        },
        additionalOperations: {
          COPY: {
            operationId: "copyShips",
            summary: "Copy ships",
            parameters: [{ name: "to", in: "query", required: true, schema: { type: "string" } }],
            responses: { "201": answer("Copied.", json({ $ref: "#/components/schemas/Ship" })), ...refusals },
          },
        },
      },
      "/berths": {
        get: {
          operationId: "findBerths",
          parameters: [
            {
              name: "filter",
              in: "querystring",
              required: true,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["depths"],
                    properties: { depths: { type: "array", items: { type: "integer" } } },
                  },
                },
              },
            },
          ],
          responses: { "204": answer("Found."), ...refusals },
        },
      },
      "/log": {
        get: {
          operationId: "readLog",
          responses: {
            "200": answer("The entries, as they come.", {
              "application/jsonl": {
                itemSchema: ship,
                examples: { two: { dataValue: [{ name: "Ada" }, { name: "Bea" }] } },
              },
              "application/json-seq": { itemSchema: ship },
              "text/event-stream": {
                itemSchema: {
                  type: "object",
                  required: ["data"],
                  properties: { data: { type: "string" }, event: { const: "entry" } },
                },
              },
            }),
            ...refusals,
          },
        },
        post: {
          operationId: "addToLog",
          requestBody: { required: true, content: { "application/jsonl": { itemSchema: ship } } },
          responses: { "204": answer("Added."), ...refusals },
        },
      },
    },
    components: {
      schemas: { Ship: ship },
      mediaTypes: {
        Ships: {
          schema: { type: "array", items: { $ref: "#/components/schemas/Ship" } },
          examples: { two: { dataValue: [{ name: "Ada" }, { name: "Bea", tons: 9 }] } },
        },
      },
    },
  };
}
