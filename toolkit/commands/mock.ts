import { access } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bundledFile, loadDocumentConfig } from "../config/load-config.ts";

const help = `Usage: npm run mock [-- --port <port>] [-- --host <host>] [-- --json]

Answers every request of generated/openapi.json with the document's examples, and refuses what the server would
refuse. Any credential will do. Every documented answer can be brought up with a header or a query:

  Prefer: code=404                  ?__code=404
  Prefer: code=409, example=<name>  ?__code=409&__example=<name>
  Prefer: dynamic=true              ?__dynamic=true   invents a body by the schema

  --port <port>      4010, or what MOCK_PORT says
  --host <host>      127.0.0.1
  --document <file>  another bundled document
  --json             print {"url", "document", "try"} and no requests`;

async function main(args: string[]): Promise<number> {
  const { port: portText, host, document: given, json, help: wantsHelp } = readArgs(args);
  if (wantsHelp) {
    console.log(help);
    return 0;
  }
  const config = await loadDocumentConfig();
  const document = given ?? bundledFile(config);
  const { basePath } = config;
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port > 65535)
    throw new Error(`The port must be from 0 to 65535, not "${portText}".`);
  // Prism takes most of a second to load. What can't start needn't wait for it.
  await access(document);
  const [{ startMock }, { demonstration }] = await Promise.all([
    import("../mock/start-mock.ts"),
    import("../mock/demonstration.ts"),
  ]);
  const mock = await startMock({
    document,
    port,
    host,
    ...(basePath !== undefined && { basePath }),
    ...(!json && { onAnswer: console.log }),
  });
  const demo = demonstration(mock.document, mock.url);
  if (json) console.log(JSON.stringify({ url: mock.url, document, try: demo }));
  else console.log(`The mock listens on ${mock.url}, with CORS for every origin. Try:\n\n${demo}\n`);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  await mock.close();
  return 0;
}

function readArgs(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: process.env.MOCK_PORT || "4010" },
      host: { type: "string", default: "127.0.0.1" },
      document: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return values;
}

/** What is wrong, as far as who starts the mock can mend it. */
function explain(error: unknown): string {
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return `The port ${port} is taken. Choose another with --port or MOCK_PORT.`;
  if (code === "ENOENT") return `There is no document ${path}. \`npm run generate\` writes it.`;
  return message;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
