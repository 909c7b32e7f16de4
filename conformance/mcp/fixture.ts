import type { RawDocument } from "../../toolkit/server/document/document.ts";
import { readDocument } from "../../toolkit/server/document/read-document.ts";
import { ApiError } from "../../toolkit/server/http/errors/api-error.ts";
import type { AnyHandler } from "../../toolkit/server/http/steps/handle.ts";
import { memoryLimiter } from "../../toolkit/server/limiter/memory.ts";
import { createLog } from "../../toolkit/server/log/log.ts";
import { createServerApp } from "../../toolkit/server/process/documents/create-server-app.ts";
import { listen } from "../../toolkit/server/process/listen/listen.ts";

const get = (operationId: string, mediaType: string, media: object = {}) => ({
  get: { operationId, responses: { "200": { description: "Done.", content: { [mediaType]: media } } } },
});

/** The operations that the suite calls as tools. */
const raw: RawDocument = {
  openapi: "3.2.0",
  info: { title: "Fixture", version: "1.0.0" },
  paths: {
    "/text": get("test_simple_text", "text/plain", { schema: { type: "string" } }),
    "/image": get("test_image_content", "image/png"),
    "/audio": get("test_audio_content", "audio/wav"),
    "/resource": get("test_embedded_resource", "application/pdf"),
    "/error": get("test_error_handling", "text/plain", { schema: { type: "string" } }),
    "/progress": get("test_tool_with_progress", "application/jsonl", { itemSchema: { type: "integer" } }),
    "/addresses": {
      post: {
        operationId: "json_schema_2020_12_tool",
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                additionalProperties: false,
                properties: { name: { type: "string" }, address: { $ref: "#/components/schemas/address" } },
              },
            },
          },
        },
        responses: { "204": { description: "Done." } },
      },
    },
  },
  components: {
    schemas: {
      address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
    },
  },
};

const bytes = Buffer.from("iVBORw0KGgo=", "base64");
const handlers: Record<string, AnyHandler> = {
  test_simple_text: () => ({ status: 200, body: "This is a simple text response for testing." }),
  test_image_content: () => ({ status: 200, body: bytes }),
  test_audio_content: () => ({ status: 200, body: bytes }),
  test_embedded_resource: () => ({ status: 200, body: bytes }),
  test_error_handling: () => {
    throw new ApiError("NOT_FOUND", "This tool intentionally returns an error for testing");
  },
  test_tool_with_progress: () => ({ status: 200, body: progress() }),
  json_schema_2020_12_tool: () => ({ status: 204 }),
};

async function* progress() {
  yield* [0, 50, 100];
}

/** Serves the operations with MCP at a free port. */
export async function startFixture(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  const origin = `http://localhost:${server.port}`;
  const opened = { services: {}, authenticators: {}, pages: [], close: async () => {} };
  const open = async () => opened;
  server.serve(
    createServerApp(
      [
        {
          files: { document: "", docs: "" },
          document: readDocument(raw),
          handlers,
          service: { mcp: true, readSettings: () => ({}), open },
          basePath: "",
        },
      ],
      {
        opened: { all: [opened], of: () => opened, close: opened.close },
        limiter: memoryLimiter(),
        limits: {},
        log: createLog({ write: () => {} }),
        publicUrl: origin,
      },
    ),
  );
  return { url: `${origin}/mcp`, stop: () => server.stop() };
}
