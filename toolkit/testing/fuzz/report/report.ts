import { counted } from "../../judge/counted.ts";
import { curl, shellQuoted } from "../../samples/curl.ts";
import { type HttpRequest, joined } from "../../samples/http-request.ts";
import type { Exchange, FuzzResponse } from "../http.ts";
import type { Failure, Outcome } from "../run.ts";
import { someOf } from "./advice.ts";

export interface ReportOptions {
  /** For shell commands: a URL, or `$BASE_URL`. */
  base: string;
  /** The command that runs the fuzzer with the same options: `npx counterpart fuzz …`. */
  command: string;
  seed: number;
}

/** The length at which bodies are cut off. */
const longestShown = 2000;

/** In bytes. More would flood the terminal, and Linux limits a command's argument to 128 KiB. */
const longestInCommand = 10_000;

/** Everything needed to understand a failure and to reproduce it. */
export function failureReport(failure: Failure, options: ReportOptions): string {
  const { check, oracle, message, alsoFoundBy, exchanges, shrinks } = failure;
  const last = exchanges.at(-1);
  const head = [
    `✗ ${check}`,
    `  ${oracle}: ${message.replaceAll("\n", "\n  ")}`,
    ...(alsoFoundBy.length > 0 ? [`  (also found by ${someOf(alsoFoundBy)})`] : []),
  ];
  if (!last) return [...head, "", "Once more", indented(replayCommand(failure, options))].join("\n");
  return [
    ...head,
    `  (shrunk ${shrinks} times)`,
    ...(failure.check.startsWith("story: ") ? ["", "Commands", indented(storyOf(failure.value))] : []),
    "",
    "Request",
    indented(requestText(last.request)),
    "",
    "Response",
    indented(last.answer ? answerText(last.answer) : "none"),
    "",
    exchanges.length > 1 ? "In a shell, with the requests before it" : "In a shell",
    indented(curlLines(exchanges, options.base).join("\n")),
    "",
    "Once more",
    indented(replayCommand(failure, options)),
  ].join("\n");
}

/** The command that replays this case. */
function replayCommand({ check, path }: Failure, { command, seed }: ReportOptions): string {
  return `${command} --seed ${seed} --check ${shellQuoted(check)}${path && ` --path ${path}`}`;
}

/** The outcome of a run as data, without secrets. */
export function jsonReport(outcome: Outcome, options: ReportOptions): object {
  return {
    ...outcome,
    failures: outcome.failures.map((failure) => {
      const { exchanges, ...rest } = failure;
      return {
        ...rest,
        exchanges: exchanges.map(({ request, answer, as }) => ({
          as,
          request: requestText(request),
          ...(answer && { status: answer.status, headers: answer.headers, body: answer.body }),
        })),
        curl: curlLines(exchanges, options.base),
        replay: replayCommand(failure, options),
      };
    }),
  };
}

/** How many skipped checks of an operation the text lists. */
const maxListed = 5;

/** The skipped checks, the first ones of each operation; empty if nothing was skipped. */
export function skippedText({ skipped }: Pick<Outcome, "skipped">): string {
  const byOperation = new Map<string, string[]>();
  for (const one of skipped) {
    const [, operationId = "", what = one] = /^(\S+): (.*)$/s.exec(one) ?? [];
    // A keyword that can't be violated alone needs no reason.
    const short = what.replace(/: nothing was found for .*$/s, "");
    byOperation.set(operationId, [...(byOperation.get(operationId) ?? []), short]);
  }
  if (byOperation.size === 0) return "";
  const lines = [...byOperation].flatMap(([operationId, all]) => {
    if (operationId === "") return all.map((one) => `  ${one}`);
    if (all.length === 1) return [`  ${operationId}: ${all[0]}`];
    const more = all.length - maxListed;
    return [
      `  ${operationId}`,
      ...all.slice(0, maxListed).map((one) => `    ${one}`),
      ...(more > 0 ? [`    and ${more} more; --json lists all`] : []),
    ];
  });
  return ["Not tested (keywords without a reason can't be violated alone):", ...lines].join("\n");
}

/** One line about a run. */
export function summary({ runs, checks, seed, ms, failures }: Outcome): string {
  const rate = Math.round(runs / (ms / 1000));
  const result = failures.length === 0 ? "nothing found" : `${failures.length} found`;
  return `${counted(runs, "run")} of ${counted(checks, "check")} with seed ${seed} in ${(ms / 1000).toFixed(1)} s (${rate} a second): ${result}`;
}

function storyOf(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map((command) => JSON.stringify(command)).join("\n");
}

function requestText(request: HttpRequest): string {
  const { method, body } = request;
  const { target, headers } = joined(request, ({ value, shell }) => shell ?? value);
  return [
    `${method} ${target}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? ["", prettyText(body.toString())] : []),
  ].join("\n");
}

function answerText({ status, headers, text }: FuzzResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [String(status), ...lines, ...(text ? ["", prettyText(text)] : [])].join("\n");
}

function prettyText(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {}
  return shown.length > longestShown
    ? `${shown.slice(0, longestShown)}… (${shown.length} characters)`
    : shown;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

/** Shorter ids could occur in a request by chance. */
const shortestCapture = 8;

/**
 * A shell command per request, or a comment if the body is too long. Values from earlier responses, such as
 * ids, are passed in variables, so that the commands also work on another server.
 */
export function curlLines(exchanges: Exchange[], base: string): string[] {
  const lines: string[] = [];
  const variables: Record<string, string> = {};
  exchanges.forEach(({ request, answer }, index) => {
    const bytes = request.body?.length ?? 0;
    if (bytes > longestInCommand) {
      const { method, path } = request;
      lines.push(
        `# ${method} ${path} has a body of ${bytes} bytes, too long to show here; the replay command sends it.`,
      );
      return;
    }
    const needed = textsIn(answer?.body).filter(
      ({ text }) =>
        text.length >= shortestCapture &&
        !Object.hasOwn(variables, text) &&
        !exchanges.slice(0, index + 1).some((earlier) => mentions(earlier.request, text)) &&
        exchanges.slice(index + 1).some((later) => mentions(later.request, text)),
    );
    const line = curl(request, base, { replace: variables });
    // One value per response is stored in a variable; the others stay literal.
    const [first] = needed;
    if (!first) {
      lines.push(line);
      return;
    }
    const name = `VALUE_${Object.keys(variables).length + 1}`;
    variables[first.text] = name;
    lines.push(`${name}=$(${line.replace("curl -i", "curl -s")} | jq -r '${first.path}')`);
  });
  return lines;
}

function mentions({ path, query, body }: HttpRequest, text: string): boolean {
  return path.includes(text) || query.some((one) => one.includes(text)) || (body?.includes(text) ?? false);
}

/** The strings in a response, with their jq paths. */
function textsIn(value: unknown, path = ""): { text: string; path: string }[] {
  if (typeof value === "string") return [{ text: value, path: path || "." }];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(
      one,
      Array.isArray(value)
        ? `${path || "."}[${key}]`
        : `${path}.${/^\w+$/.test(key) ? key : JSON.stringify(key)}`,
    ),
  );
}
