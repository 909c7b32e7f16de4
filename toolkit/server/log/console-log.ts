import type { Log } from "./log-port.ts";
import { secretRemover } from "./secret-text.ts";
import { serializeError } from "./serialize-error.ts";

/**
 * Logs warnings and errors to the console, as lines of JSON.
 * @param secretPatterns match secrets in messages, in addition to web addresses
 */
export function consoleLog(secretPatterns?: RegExp[]): Log {
  const withoutSecrets = secretRemover(secretPatterns);
  const line =
    (level: "warn" | "error") =>
    (fields: object | string, message?: string): void => {
      const given = typeof fields === "string" ? { msg: fields } : { ...fields, msg: message };
      const { err, ...rest } = given as { err?: unknown };
      const shown = err === undefined ? rest : { ...rest, err: serializeError(err, withoutSecrets) };
      console[level](JSON.stringify({ level, ...shown }));
    };
  const none = () => {};
  return { debug: none, info: none, warn: line("warn"), error: line("error"), child: () => ({ info: none }) };
}
