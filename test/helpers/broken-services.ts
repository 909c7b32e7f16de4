import type { Services } from "../../server/operation.ts";

/** Services whose every call fails, as if the database were unreachable. */
export function brokenServices(error: Error): Services {
  const broken: unknown = new Proxy(
    async () => {
      throw error;
    },
    { get: (_, name) => (name === "then" ? undefined : broken) },
  );
  return broken as Services;
}
