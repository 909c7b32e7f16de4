interface LogLine {
  (fields: object, message: string): void;
  (message: string): void;
}

/** Where the pipeline logs: pino on Node, `consoleLog` elsewhere, or your own. */
export interface Log {
  debug: LogLine;
  info: LogLine;
  warn: LogLine;
  error: LogLine;
  child(fields: object, options?: { redact: string[] }): Pick<Log, "info">;
}
