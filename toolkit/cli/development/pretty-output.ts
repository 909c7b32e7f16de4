import type { LogOutput } from "@counterpart/server/log";
import { prettyFactory } from "pino-pretty";

/**
 * Formats log lines for people. A request takes one line:
 * `409 bookSeat 3.1 ms CONFLICT: The seat is taken.`
 */
export function prettyOutput(output: LogOutput): LogOutput {
  // no-color.org: any value except the empty one.
  const colorize = !process.env.NO_COLOR;
  const options = { colorize, singleLine: true, translateTime: "SYS:HH:MM:ss", messageFormat };
  const format = prettyFactory({
    ...options,
    ignore: "requestId,trace_id,operationId,method,path,document,status,ms,code,reason",
  });
  const formatRequest = prettyFactory({ ...options, hideObject: true });
  return {
    write: (line) => output.write((isRequest(line) ? formatRequest : format)(line)),
    flushSync: () => output.flushSync(),
  };
}

/** pino writes the message last. */
function isRequest(line: string): boolean {
  return line.endsWith('"msg":"request"}\n');
}

function messageFormat(line: Record<string, unknown>, messageKey: string): string {
  const { requestId, operationId, method, path, status, ms, code, reason } = line;
  const message = String(line[messageKey]);
  const why = [code, reason].filter((one) => one !== undefined).join(": ");
  if (message !== "request") return [message, why, requestId].filter((one) => one).join("  ");
  const place = operationId ?? `${method} ${path}`;
  return [status, place, `${ms} ms`, why].filter((one) => one !== "").join("  ");
}
