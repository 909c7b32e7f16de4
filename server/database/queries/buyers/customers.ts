import type { Clock } from "../../../domain/clock.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { accountKey } from "../account-key.ts";

/** A store's member on one of the provider's accounts; null for the platform's own account. */
export interface CustomerOwner {
  storeId: string;
  memberId: string;
  account: string | null;
}

/** The provider's customers, one per owner. */
export function customerQueries(engine: Engine, clock: Clock) {
  return {
    /** The owner's `cus_…`. */
    find: (owner: CustomerOwner): Promise<string | undefined> => findCustomer(engine.read, owner),

    /** Stores a customer unless the owner already has one, and returns the stored one. */
    save: (owner: CustomerOwner, customerId: string): Promise<string> =>
      engine.write((db) => keepCustomer(db, owner, { customerId, now: clock() })),

    /** Replaces a deleted customer, unless it has already been replaced. Returns the stored one. */
    async replace(
      owner: CustomerOwner,
      { dead, customerId }: { dead: string; customerId: string },
    ): Promise<string> {
      return engine.write(async (db) => {
        await db
          .updateTable("customers")
          .set({ customer_id: customerId, created_at: clock() })
          .where((eb) => eb.and(columnsOf(owner)))
          .where("customer_id", "=", dead)
          .execute();
        return keepCustomer(db, owner, { customerId, now: clock() });
      });
    },
  };
}

/** `save` as part of a transaction. */
export async function keepCustomer(
  db: Queries,
  owner: CustomerOwner,
  { customerId, now }: { customerId: string; now: number },
): Promise<string> {
  await db
    .insertInto("customers")
    .values({ ...columnsOf(owner), customer_id: customerId, created_at: now })
    .onConflict((c) => c.columns(["store_id", "member_id", "account"]).doNothing())
    .execute();
  return (await findCustomer(db, owner)) ?? customerId;
}

async function findCustomer(db: Queries, owner: CustomerOwner): Promise<string | undefined> {
  const row = await db
    .selectFrom("customers")
    .select("customer_id")
    .where((eb) => eb.and(columnsOf(owner)))
    .executeTakeFirst();
  return row?.customer_id;
}

function columnsOf({ storeId, memberId, account }: CustomerOwner) {
  return { store_id: storeId, member_id: memberId, account: accountKey(account) };
}
