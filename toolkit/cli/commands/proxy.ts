import type { ApiDocument } from "@counterpart/server/document";
import { readDocument } from "@counterpart/server/read-document";
import { writeTrafficFile } from "@counterpart/testing/coverage";
import { UsageError } from "@counterpart/testing/errors";
import { documentedPrefix } from "@counterpart/testing/exchanges";
import { createJudge } from "@counterpart/testing/judge";
import {
  createCoverageCounter,
  createTrafficCounter,
  type Observed,
  startProxy,
} from "@counterpart/testing/proxy";
import { defineCommand, flag, repeatable, withValue } from "../command-line/command.ts";
import { givenOptions, neededDocument, placesText } from "../command-line/given/given-document.ts";
import { addressFrom, needFile, portTaken, todayFrom, wholeNumber } from "../command-line/option-values.ts";
import { formatFrom, formatOption, reportText } from "../command-line/report/write-report.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { readAcceptedFindings, weighFindings } from "../traffic/accepted-findings.ts";
import { createFindingList } from "../traffic/finding-list.ts";
import { checkRecording } from "../traffic/har/check-recording.ts";
import { isRefused, refusedText } from "../traffic/refused-text.ts";
import { runBeside } from "../traffic/run-beside.ts";
import { sampleCommand } from "../traffic/sample-command.ts";
import {
  hasPassed,
  kindFindings,
  kindJson,
  kindText,
  summaryJson,
  summaryText,
  writeTrafficPage,
} from "../traffic/traffic-report.ts";

export const command = defineCommand({
  positionals: "<document>",
  rest: "[-- <command>]",
  description: `Checks the traffic between clients and a running server against an OpenAPI document. The server can be written in any
language; no project is needed. Everything passes unchanged, streams and WebSockets included; WebSockets are listed as unchecked.

  npx counterpart proxy openapi.yaml --to http://localhost:8080 -- npm run e2e

Each new kind of finding is printed once, with a curl command that sends the request again; credentials in it are shell
variables. With a command, the proxy starts it with its address as API_URL, and ends when it does. Otherwise it runs until
Ctrl-C. A summary comes last.`,
  options: {
    ...givenOptions,
    to: withValue("<url>", "the server, such as http://localhost:8080; a path is used as a prefix"),
    har: withValue(
      "<file>",
      "check the requests to --to in this recording (HAR 1.2, as browsers save it) instead of running a proxy",
    ),
    report: flag("pass everything unchanged, which is the default"),
    enforce: flag(
      "answer invalid requests with 400, before they reach the server, and invalid responses with 502; the server's response is logged",
    ),
    port: withValue("<port>", "default: 4020; 0 for any free port"),
    host: withValue("<host>", "default: 127.0.0.1"),
    off: repeatable("<rule>", "don't apply this rule, as in a finding"),
    "max-findings": withValue("<number>", "kinds of findings that are allowed (default: 0)"),
    accept: withValue("<file>", "a JSON file with findings that are accepted until a date"),
    today: withValue("<YYYY-MM-DD>", "the date to compare accepted findings with"),
    traffic: withValue("<file>", "write what was covered to this file, for `counterpart coverage`"),
    html: withValue(
      "<file>",
      "write a report to this file: what was called, which documented responses and headers never occurred, the slowest responses, the findings",
    ),
    rewrite: repeatable(
      "<what>",
      "host: send the server its own Host; cookies: remove Domain; redirects: replace the server's address in Location",
    ),
    format: formatOption,
    timeout: withValue("<seconds>", "how long the server may take to answer (default: 120)"),
    json: flag(
      'print JSON lines: {"type": "start", "url": "…"}, then {"type": "finding", …} for each new kind, then {"type": "summary", "passed": …, "requests": …, "findings": […]}; the command\'s output goes to standard error',
    ),
  },
  details: `${placesText}

Bodies of more than 4 MiB pass unchecked, and are reported once.

Of a recording, bodies that it doesn't contain are unchecked. A recording without credentials, such as one that a browser
has removed them from, needs --off missing-credential.

Accepted findings are listed as [{ "rule": "…", "place": "…", "reason": "…", "until": "YYYY-MM-DD" }], with rule and place
of the finding.

The certificate of an https server must be valid; NODE_EXTRA_CA_CERTS names the file of a certificate authority to trust.

Exit codes: the command's if it isn't 0; otherwise 0 nothing found, 1 something found, 2 wrong usage.`,
  async run({ options, positionals, rest, terminal }) {
    const { stdout, stderr, env } = terminal;
    const format = formatFrom(options);
    if (options.har !== undefined) refuseServerOptions(options, rest);
    const today = todayFrom(options.today);
    const maxFindings = wholeNumber("--max-findings", options["max-findings"] ?? "0", 0, 1e9);
    const mode = modeFrom(options);
    const to = addressFrom(options.to);
    const rewrite = rewriteFrom(options.rewrite);
    const timeoutMs = 1000 * wholeNumber("--timeout", options.timeout ?? "120", 1, 1e6);
    const port = wholeNumber("--port", options.port ?? "4020", 0, 65_535);
    if (options.accept !== undefined) await needFile(options.accept);
    if (options.har !== undefined) await needFile(options.har);
    const accepted = options.accept === undefined ? [] : await readAcceptedFindings(options.accept);
    const given = await neededDocument({ positionals, options, terminal });
    const document = readDocument((await given.read()).raw);
    const { leftOut } = document;
    if (leftOut.length > 0) stderr.write(`${leftOutText(leftOut, given.name)}\n`);
    const judge = createJudge(document, { off: options.off ?? [] });

    const print = (text: string, value: object) => {
      if (format === "text" || format === "json") {
        stdout.write(`${format === "json" ? JSON.stringify(value) : text}\n`);
      } else if ("url" in value) stderr.write(`${text}\n`);
    };
    // The targets of samples have the prefix already.
    const base = documentedPrefix(document, to) === "" ? to : new URL(to).origin;
    const list = createFindingList(
      (request) => sampleCommand(document, request, base),
      (kind) => print(kindText(kind), kindJson(kind)),
    );
    // Counting coverage takes nearly as long as checking.
    const coverage = options.traffic === undefined ? undefined : createCoverageCounter(document);
    const traffic = options.html === undefined ? undefined : createTrafficCounter(document);
    const onExchange = (observed: Observed): void => {
      list.add(observed);
      coverage?.add(observed);
      traffic?.add(observed);
      if (mode === "enforce" && isRefused(observed)) stderr.write(`${refusedText(observed)}\n`);
    };
    const { har, host = "127.0.0.1" } = options;
    const run = { document, judge, to, onExchange };
    let exitCode = 0;
    let skipped: string[] = [];
    if (har === undefined) {
      const proxy = await startProxy({ ...run, mode, port, host, rewrite, timeoutMs }).catch(
        portTaken("--port"),
      );
      const { url } = proxy;
      print(`The proxy listens on ${url} and passes everything on to ${to}.`, { type: "start", url, to });
      try {
        if (rest.length === 0) await untilSignal();
        else exitCode = await runBeside(rest, { env: { ...env, API_URL: url }, toStderr: format !== "text" });
      } finally {
        await proxy.close();
      }
    } else {
      skipped = await checkRecording(har, run);
    }
    if (options.traffic !== undefined && coverage) {
      await writeTrafficFile(options.traffic, document, coverage.traffic);
    }
    const weighed = weighFindings(list.kinds(), accepted, today);
    const remarks = [...weighed.remarks, ...skipped];
    const result = { ...weighed, remarks, exchanges: list.exchanges(), others: list.others(), maxFindings };
    print(summaryText(result), summaryJson(result));
    if (format !== "text" && format !== "json") {
      const report = {
        command: "proxy",
        document: given.name,
        passed: hasPassed(result),
        findings: kindFindings(result),
      };
      stdout.write(`${reportText(format, [report])}\n`);
    }
    if (options.html !== undefined && traffic) {
      await writeTrafficPage(options.html, result, { document, server: to, traffic: traffic.count() });
    }
    return exitCode === 0 && !hasPassed(result) ? 1 : exitCode;
  },
});

const serving = ["report", "enforce", "port", "host", "rewrite", "timeout"] as const;

function refuseServerOptions(
  options: Partial<Record<(typeof serving)[number], unknown>>,
  command: string[],
): void {
  const given = serving.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--har starts no proxy, so --${given} has no effect.`);
  if (command.length > 0) throw new UsageError("--har starts no proxy for a command. Leave out the command.");
}

function modeFrom({ report, enforce }: { report?: boolean; enforce?: boolean }): "report" | "enforce" {
  if (report && enforce) throw new UsageError("Choose one of --report and --enforce.");
  return enforce ? "enforce" : "report";
}

function leftOutText(leftOut: ApiDocument["leftOut"], spec: string): string {
  const [first, ...others] = leftOut.map(({ pointer }) => pointer);
  const rest = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first}${rest} can't be checked: \`counterpart inspect ${spec}\` gives the reasons.`;
}

const rewritable = ["host", "cookies", "redirects"] as const;

function rewriteFrom(given: string[] = []): Partial<Record<(typeof rewritable)[number], boolean>> {
  const unknown = given.find((name) => !rewritable.some((one) => one === name));
  if (unknown !== undefined) {
    throw new UsageError(`--rewrite takes ${rewritable.join(", ")}, not "${unknown}".`);
  }
  return Object.fromEntries(given.map((name) => [name, true]));
}
