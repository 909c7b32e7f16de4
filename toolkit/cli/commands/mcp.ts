import path from "node:path";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { describeFinding, locateFindings } from "@counterpart/server/findings";
import { createToolset, operationTools, serveOverStdio } from "@counterpart/server/mcp";
import { readDocument } from "@counterpart/server/read-document";
import { UsageError } from "@counterpart/testing/errors";
import {
  byPart,
  credentialsIn,
  documentedPrefix,
  presentedFor,
  variableOf,
} from "@counterpart/testing/exchanges";
import { createJudge, statefulRules } from "@counterpart/testing/judge";
import { startProxy } from "@counterpart/testing/proxy";
import { defineCommand, flag, withValue } from "../command-line/command.ts";
import {
  type GivenDocument,
  givenOptions,
  neededDocument,
  placesText,
} from "../command-line/given/given-document.ts";
import { addressFrom, wholeNumber } from "../command-line/option-values.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { listenForAgents, sendThrough } from "../mcp/listen-for-agents.ts";
import { isRefused, refusedText } from "../traffic/refused-text.ts";

export const command = defineCommand({
  positionals: "<document>",
  description: `Offers the operations of any API to agents, as tools of the Model Context Protocol (MCP). The API can be written in any
language; no project is needed. Requests and responses are checked against the document, and what doesn't conform is refused.
Arguments that don't conform to a tool's schema are refused with --report too.

  npx counterpart mcp openapi.yaml --to https://api.example.com

It speaks over standard input and output, as clients expect that start it. Credentials come from the environment, in a
variable for each security scheme: API_KEY for \`apiKey\`. With --port it listens at http://127.0.0.1:<port>/mcp instead, and
passes on the credentials of its callers.

\`x-mcp\` of an operation omits, renames, describes and groups its tool, fixes values, places arguments and asks for
confirmation. For a document that someone else maintains, write it into an overlay.`,
  options: {
    ...givenOptions,
    to: withValue("<url>", "the API, as in http://localhost:8080; a path is a prefix"),
    report: flag("pass everything on, and report what doesn't conform on standard error"),
    port: withValue("<port>", "listen on this port of 127.0.0.1; 0 for any free port"),
  },
  details: `${placesText}

Exit codes: 0 stopped, 2 wrong usage.`,
  async run({ options, positionals, terminal }) {
    const { stdout, stderr, env } = terminal;
    const to = addressFrom(options.to);
    const port = options.port === undefined ? undefined : wholeNumber("--port", options.port, 0, 65_535);
    const print = (line: string): void => void stderr.write(`${line}\n`);
    if (port === undefined && [...positionals, options.spec].includes("-")) {
      throw new UsageError("The client speaks over standard input, so the document can't come from there.");
    }
    const given = await neededDocument({ positionals, options, terminal });
    const document = await documentFrom(given, options.overlay, print);
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
  { read }: GivenDocument,
  overlay: string[] = [],
  print: (line: string) => void,
): Promise<ApiDocument> {
  const { raw, notes, locate } = await read();
  const document = readDocument(raw);
  const about = [...document.notes, ...operationTools(document).findings].filter(({ pointer }) =>
    pointer?.includes("/x-mcp"),
  );
  const overlays = overlay.map((file) => path.relative("", file));
  const ofOverlays = notes.filter(({ file }) => file !== undefined && overlays.includes(file));
  for (const finding of [...ofOverlays, ...locateFindings(about, locate)]) print(describeFinding(finding));
  return document;
}
