import type { WithoutSecrets } from "./secret-text.ts";

/** An error for the log, with its causes and without secrets. */
export function serializeError(error: unknown, withoutSecrets: WithoutSecrets): unknown {
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
