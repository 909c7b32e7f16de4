import pino, { type DestinationStream, type Logger } from "pino";
import { setLineWriter } from "../http/line-writer.ts";
import { secretRemover, type WithoutSecrets } from "../http/secret-text.ts";
import { type LogOutput, standardOutput } from "./log-output.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export interface LogOptions {
  /** `info` unless given. */
  level?: (typeof logLevels)[number];
  /** Whether an error belongs to an outage that is logged already: its line is only written at the level `debug`. */
  isCovered?: (error: unknown) => boolean;
  /** Of secrets in messages, beside web addresses. */
  secretPatterns?: RegExp[];
}

/**
 * The process's log: JSON lines. What could contain a secret is redacted, wherever it comes from: credentials by field,
 * and by pattern inside error messages and reasons.
 * @param destination standard output unless given
 */
export function createLog(
  destination: DestinationStream | LogOutput = standardOutput(),
  { level = "info", isCovered = () => false, secretPatterns }: LogOptions = {},
): Logger {
  const withoutSecrets = secretRemover(secretPatterns);
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ["authorization", "*.authorization", "*.headers", "*.raw", "*.config"], remove: true },
      serializers: {
        err: (error: unknown) => serializeError(error, withoutSecrets),
        reason: (reason: unknown) => (typeof reason === "string" ? withoutSecrets(reason) : reason),
      },
      hooks: {
        logMethod(args, method) {
          const [fields] = args as [unknown];
          const isOfOutage = fields instanceof Object && "err" in fields && isCovered(fields.err);
          if (!isOfOutage || this.isLevelEnabled("debug")) method.apply(this, args);
        },
      },
    },
    destination,
  );
  const { info } = log.levels.values;
  const write = "collect" in destination ? destination.collect : destination.write.bind(destination);
  setLineWriter(log, (fields, message) => {
    if (!log.isLevelEnabled("info")) return;
    write(`{"level":${info},"time":"${isoTime()}",${fields},"msg":"${message}"}\n`);
  });
  return log;
}

let lastMs = 0;
let lastTime = "";

/** Formats each millisecond once. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastTime = new Date(now).toISOString();
  }
  return lastTime;
}

function serializeError(error: unknown, withoutSecrets: WithoutSecrets): unknown {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const { name, message, stack, cause } = error;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    name,
    message: withoutSecrets(message),
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(errors) && { errors: withoutSecrets(JSON.stringify(errors)) }),
    stack: withoutSecrets(stack ?? ""),
    ...(cause !== undefined && { cause: serializeError(cause, withoutSecrets) }),
  };
}
