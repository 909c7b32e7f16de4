import type { Engine } from "./engine.ts";

export function portalConfigurationQueries(engine: Engine) {
  const key = (account: string | null) => account ?? "platform";
  return {
    async find(account: string | null): Promise<string | undefined> {
      const row = await engine.read
        .selectFrom("portal_configurations")
        .select("configuration_id")
        .where("account", "=", key(account))
        .executeTakeFirst();
      return row?.configuration_id;
    },

    /** Keeps the first one; two processes that make one at once are given the same by the provider. */
    async save(account: string | null, configurationId: string): Promise<void> {
      await engine.writeOne((db) =>
        db
          .insertInto("portal_configurations")
          .values({ account: key(account), configuration_id: configurationId })
          .onConflict((c) => c.column("account").doNothing())
          .execute(),
      );
    },
  };
}
