import type { Logger } from "pino";

/**
 * Writes a line of the level `info`.
 * @param fields as JSON without its braces; they are written as they are, so none may contain a secret
 */
export type WriteLine = (fields: string, message: string) => void;

const writers = new WeakMap<Logger, WriteLine>();

/** Tells how lines are written to where a logger writes. */
export function setLineWriter(log: Logger, write: WriteLine): void {
  writers.set(log, write);
}

/** Loggers of other makes write the line in their own way. */
export function lineWriterOf(log: Logger): WriteLine {
  return writers.get(log) ?? ((fields, message) => log.info(JSON.parse(`{${fields}}`), message));
}
