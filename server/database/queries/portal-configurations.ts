import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import { accountKey } from "./account-key.ts";

/** The billing portal's configuration per provider account; null for the platform's own. */
export function portalConfigurationQueries(engine: Engine) {
  return {
    find: (account: string | null): Promise<string | undefined> => findConfiguration(engine.read, account),

    /** Stores a configuration unless the account already has one, and returns the stored one. */
    save: (account: string | null, configurationId: string): Promise<string> =>
      engine.write((db) => keepConfiguration(db, account, configurationId)),

    /** Replaces a deleted configuration, unless it has already been replaced. Returns the stored one. */
    async replace(
      account: string | null,
      { dead, configurationId }: { dead: string; configurationId: string },
    ): Promise<string> {
      return engine.write(async (db) => {
        await db
          .updateTable("portal_configurations")
          .set({ configuration_id: configurationId })
          .where("account", "=", accountKey(account))
          .where("configuration_id", "=", dead)
          .execute();
        return keepConfiguration(db, account, configurationId);
      });
    },
  };
}

async function keepConfiguration(
  db: Queries,
  account: string | null,
  configurationId: string,
): Promise<string> {
  await db
    .insertInto("portal_configurations")
    .values({ account: accountKey(account), configuration_id: configurationId })
    .onConflict((c) => c.column("account").doNothing())
    .execute();
  return (await findConfiguration(db, account)) ?? configurationId;
}

async function findConfiguration(db: Queries, account: string | null): Promise<string | undefined> {
  const row = await db
    .selectFrom("portal_configurations")
    .select("configuration_id")
    .where("account", "=", accountKey(account))
    .executeTakeFirst();
  return row?.configuration_id;
}
