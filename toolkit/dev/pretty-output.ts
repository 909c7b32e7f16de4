import { prettyFactory } from "pino-pretty";
import type { LogOutput } from "../process/log-output.ts";

/**
 * Writes lines for people. A request is one line:
 * `409 addCartLine 3.1 ms CART_EMPTY: The cart has no lines.`
 */
export function prettyOutput(output: LogOutput): LogOutput {
  const format = prettyFactory({
    colorize: true,
    singleLine: true,
    translateTime: "SYS:HH:MM:ss",
    ignore: "requestId,trace_id,store,key,operationId,method,path,document,status,ms,code,reason",
    messageFormat,
  });
  return {
    write: (line) => output.write(format(line)),
    collect: (line) => output.collect(format(line)),
    flush: output.flush,
  };
}

function messageFormat(line: Record<string, unknown>, messageKey: string): string {
  const { requestId, operationId, method, path, status, ms, code, reason } = line;
  const message = String(line[messageKey]);
  const why = [code, reason].filter((one) => one !== undefined).join(": ");
  if (message !== "request") return [message, why, requestId].filter((one) => one).join("  ");
  const place = operationId ?? `${method} ${path}`;
  return [status, place, `${ms} ms`, why].filter((one) => one !== "").join("  ");
}
