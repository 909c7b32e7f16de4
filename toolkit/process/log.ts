import pino, { type DestinationStream, type Logger } from "pino";
import { withoutSecrets } from "../http/secret-text.ts";

/**
 * The process's log: JSON lines. What could contain a key or a payment address is redacted, wherever it comes from:
 * credentials by field, and by pattern inside error messages.
 */
export function createLog(destination?: DestinationStream): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ["authorization", "*.authorization", "*.headers", "*.raw", "*.config"], remove: true },
    serializers: { err: (error: unknown) => serializeError(error) },
  };
  return destination ? pino(options, destination) : pino(options);
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const { name, message, stack, cause } = error;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    name,
    message: withoutSecrets(message),
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(errors) && { errors: withoutSecrets(JSON.stringify(errors)) }),
    stack: withoutSecrets(stack ?? ""),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}
