import pino, { type DestinationStream, type Logger } from "pino";
import { fileOutput, type LogOutput } from "./log-output.ts";
import { secretRemover } from "./secret-text.ts";
import { serializeError } from "./serialize-error.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const { warn = 0 } = pino.levels.values;

export interface LogOptions {
  /** Default: `info`. */
  level?: (typeof logLevels)[number];
  /** Whether an error belongs to an outage that is already logged; its line then has the level `debug`. */
  isCovered?: (error: unknown, fields: object) => boolean;
  /** Match secrets in messages, in addition to web addresses. */
  secretPatterns?: RegExp[];
}

/**
 * The process's log, in JSON lines. Redacts credentials by field name, and secrets by pattern in error
 * messages and reasons. Warnings and errors are flushed at once.
 * @param destination default: standard output
 */
export function createLog(
  destination: DestinationStream | LogOutput = fileOutput(1),
  { level = "info", isCovered = () => false, secretPatterns }: LogOptions = {},
): Logger {
  const withoutSecrets = secretRemover(secretPatterns);
  return pino(
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
        logMethod(args, method, level) {
          const [fields] = args as [unknown];
          const isOfOutage = fields instanceof Object && "err" in fields && isCovered(fields.err, fields);
          if (isOfOutage && !this.isLevelEnabled("debug")) return;
          method.apply(this, args);
          if (level >= warn && "flushSync" in destination) destination.flushSync();
        },
      },
    },
    destination,
  );
}
