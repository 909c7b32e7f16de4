import type { Services } from "../../server/shop.ts";

/** Services of which every call fails, as when the database is away. */
export function brokenServices(error: Error): Services {
  const broken: unknown = new Proxy(
    async () => {
      throw error;
    },
    { get: (_, name) => (name === "then" ? undefined : broken) },
  );
  return broken as Services;
}
