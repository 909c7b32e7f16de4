import { access } from "node:fs/promises";
import { defineCommand } from "../cli/command.ts";
import { existingBundle } from "../config/generated-files.ts";
import { loadDocumentConfig } from "../config/load-config.ts";
import { UsageError } from "../tools/usage-error.ts";

export const command = defineCommand({
  description: `Serves the document without a backend: answers every valid request with the document's examples, and refuses
what the server would refuse. Any credential is accepted. CORS is open to every origin.

Every documented answer can be selected by a header or a query parameter:

  Prefer: code=404                  ?__code=404
  Prefer: code=409, example=<name>  ?__code=409&__example=<name>
  Prefer: dynamic=true              ?__dynamic=true   a body made up from the schema`,
  options: {
    port: { type: "string", value: "<port>", help: "default: $MOCK_PORT, or 4010; 0 for any free port" },
    host: { type: "string", value: "<host>", help: "default: 127.0.0.1" },
    document: { type: "string", value: "<file>", help: "another bundled document, as JSON" },
    json: { type: "boolean", help: 'print {"url": "…", "document": "…", "try": "…"} and no requests' },
  },
  async run({ options, terminal: { stdout, env } }) {
    const { host = "127.0.0.1", json } = options;
    const port = portOf(options.port ?? (env.MOCK_PORT || "4010"));
    // Prism takes most of a second to load, for which a command that can't start doesn't wait.
    const config = options.document === undefined ? await loadDocumentConfig() : undefined;
    const document = config ? await existingBundle(config) : (options.document ?? "");
    const basePath = config?.basePath;
    await access(document).catch(() => {
      throw new UsageError(`There is no document ${document}.`);
    });
    const [{ startMock }, { demonstration }] = await Promise.all([
      import("../mock/start-mock.ts"),
      import("../mock/demonstration.ts"),
    ]);
    const onAnswer = (line: string) => void stdout.write(`${line}\n`);
    const mock = await startMock({
      document,
      port,
      host,
      ...(basePath !== undefined && { basePath }),
      ...(!json && { onAnswer }),
    }).catch(portTaken);
    const demo = demonstration(mock.document, mock.url);
    stdout.write(
      json
        ? `${JSON.stringify({ url: mock.url, document, try: demo })}\n`
        : `The mock listens on ${mock.url}, with CORS for every origin. Try:\n\n${demo}\n\n`,
    );
    await new Promise((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
    });
    await mock.close();
    return 0;
  },
});

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new UsageError(`The port must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

function portTaken(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error.code !== "EADDRINUSE") throw error;
  throw new UsageError(`Port ${error.port} is already in use. Choose another with --port or MOCK_PORT.`);
}
