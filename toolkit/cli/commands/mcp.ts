import path from "node:path";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { describeFinding, locateFindings } from "@counterpart/server/document/findings/finding";
import { readDocument } from "@counterpart/server/document/read-document";
import { readSpec } from "@counterpart/server/document/source/read-spec";
import { serveOverStdio } from "@counterpart/server/mcp/serve-stdio";
import { operationTools } from "@counterpart/server/mcp/tools/tools";
import { createToolset } from "@counterpart/server/mcp/toolset";
import { createJudge } from "@counterpart/testing/judge/judge";
import { statefulRules } from "@counterpart/testing/judge/rules";
import { documentedPrefix } from "@counterpart/testing/proxy/document-target";
import { startProxy } from "@counterpart/testing/proxy/start-proxy";
import { byPart, credentialsIn, presentedFor, variableOf } from "@counterpart/testing/samples/credentials";
import { defineCommand, flag, repeatable, withValue } from "../command-line/command.ts";
import { allowedFolders, allowFolderOption } from "../command-line/document-option.ts";
import { addressFrom, needFile, specFrom, wholeNumber } from "../command-line/option-values.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { listenForAgents } from "../mcp/listen-for-agents.ts";
import { sendThrough } from "../mcp/send-through.ts";
import { isRefused, refusedText } from "../traffic/refused-text.ts";

export const command = defineCommand({
  description: `Offers the operations of any API to agents, as tools of the Model Context Protocol (MCP). The API can be written in any
language; no project is needed. Requests and responses are checked against the document, and what doesn't conform is refused.
Arguments that don't conform to a tool's schema are refused with --report too.

  npx counterpart mcp --spec openapi.yaml --to https://api.example.com

It speaks over standard input and output, as clients expect that start it. Credentials come from the environment, in a
variable for each security scheme: API_KEY for \`apiKey\`. With --port it listens at http://127.0.0.1:<port>/mcp instead, and
passes on the credentials of its callers.

\`x-mcp\` of an operation omits, renames, describes and groups its tool, fixes values and asks for confirmation. For a document
that someone else maintains, write it into an overlay.`,
  options: {
    spec: withValue("<file>", "the OpenAPI document, in YAML or JSON"),
    "allow-folder": allowFolderOption,
    to: withValue("<url>", "the API, as in http://localhost:8080; a path is a prefix"),
    overlay: repeatable("<file>", "an OpenAPI Overlay to apply to the document; can be given several times"),
    report: flag("pass everything on, and report what doesn't conform on standard error"),
    port: withValue("<port>", "listen on this port of 127.0.0.1; 0 for any free port"),
  },
  details: "Exit codes: 0 stopped, 2 wrong usage.",
  async run({ options, terminal: { stdout, stderr, env } }) {
    const to = addressFrom(options.to);
    const port = options.port === undefined ? undefined : wholeNumber("--port", options.port, 0, 65_535);
    const print = (line: string): void => void stderr.write(`${line}\n`);
    const document = await documentFrom(options, print);
    const { tools } = operationTools(document);
    const toolset = createToolset(tools, { document, basePath: "" });
    const proxy = await startProxy({
      document,
      // A server may normalise what it is sent, and the call has had its effect.
      judge: createJudge(document, { off: statefulRules }),
      to,
      mode: options.report ? "report" : "enforce",
      rewrite: { host: true },
      onExchange(observed) {
        if (options.report) for (const finding of observed.findings) print(describeFinding(finding));
        else if (isRefused(observed)) print(refusedText(observed));
      },
    });
    const send = sendThrough(proxy.url, documentedPrefix(document, to));
    const onRefused = ({ message }: Error) => print(message);
    try {
      if (port === undefined) {
        const known = credentialsIn(env, document);
        const credentials = (operation: DocumentOperation) => {
          const { headers, ...pairs } = byPart(presentedFor(document, operation, known) ?? []);
          return { headers: Object.fromEntries(headers), ...pairs };
        };
        const names = Object.keys(document.securitySchemes).map(variableOf);
        print(`${tools.length} operations of ${to} are offered. Credentials: ${names.join(", ") || "none"}.`);
        const served = await serveOverStdio(toolset, { send, credentials, report: onRefused }, onRefused);
        await Promise.race([untilSignal(), new Promise((resolve) => process.stdin.once("close", resolve))]);
        await served.close();
      } else {
        const listening = await listenForAgents({ toolset, send, port, report: onRefused });
        stdout.write(`${tools.length} operations of ${to} are offered at ${listening.url}.\n`);
        await untilSignal();
        await listening.close();
      }
    } finally {
      await proxy.close();
    }
    return 0;
  },
});

async function documentFrom(
  {
    spec: given,
    overlay = [],
    "allow-folder": folders,
  }: { spec?: string; overlay?: string[]; "allow-folder"?: string[] },
  print: (line: string) => void,
): Promise<ApiDocument> {
  const spec = await specFrom(given);
  for (const file of overlay) await needFile(file);
  const allowFolders = allowedFolders(folders, spec);
  const { raw, notes, locate } = readSpec(spec, { overlays: overlay, allowFolders });
  const document = readDocument(raw);
  const about = [...document.notes, ...operationTools(document).findings].filter(({ pointer }) =>
    pointer?.includes("/x-mcp"),
  );
  const overlays = overlay.map((file) => path.relative("", file));
  const ofOverlays = notes.filter(({ file }) => file !== undefined && overlays.includes(file));
  for (const finding of [...ofOverlays, ...locateFindings(about, locate)]) print(describeFinding(finding));
  return document;
}
