import pino, { type DestinationStream, type Logger } from "pino";

/**
 * The process's log: JSON lines. What could carry a key or a payment address is cut out, wherever it comes from:
 * credentials by field, and any text that looks like one inside error messages.
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

const secrets = /\b(?:cp|sk|rk|whsec|pk)_[A-Za-z0-9_-]{6,}|https?:\/\/[^\s"'<>)]+/g;

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: clean(String(error)) };
  const { name, message, stack, cause } = error;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    name,
    message: clean(message),
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(errors) && { errors: clean(JSON.stringify(errors)) }),
    stack: clean(stack ?? ""),
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}

function clean(text: string): string {
  return text.replace(secrets, "[removed]");
}
