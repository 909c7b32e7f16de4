import type { Actor } from "../../domain/actor.ts";
import { firstValues } from "../../domain/audit.ts";
import type { Clock } from "../../domain/clock.ts";
import { newId } from "../../domain/ids.ts";
import type { CodeTerms, PromotionCode, Reduction } from "../../domain/promotion-code.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { PromotionCodeRow } from "../schema.ts";
import { recordChange } from "./audit/record-change.ts";
import { camelCased, snakeCased } from "./camel-case.ts";

export type CreatedCode = CodeTerms & Pick<PromotionCode, "account" | "providerId"> & { storeId: string };

interface CodeOfProvider {
  storeId: string;
  account: string | null;
  providerId: string;
}

export function promotionCodeQueries(engine: Engine, clock: Clock) {
  return {
    /** A store's codes, newest first. */
    async list(storeId: string): Promise<PromotionCode[]> {
      const rows = await ofStore(engine.read, storeId).orderBy("created_at", "desc").orderBy("id").execute();
      return rows.map(toCode);
    },

    async find({ storeId, id }: { storeId: string; id: string }): Promise<PromotionCode | undefined> {
      const row = await ofStore(engine.read, storeId).where("id", "=", id).executeTakeFirst();
      return row && toCode(row);
    },

    /** The store's code that the provider names; undefined if it is another store's, or was created at the provider. */
    findOfProvider: (code: CodeOfProvider): Promise<PromotionCode | undefined> =>
      findCodeOfProvider(engine.read, code),

    /** Whether the store has a code that buyers can redeem on this account. */
    async areRedeemable(storeId: string, account: string | null): Promise<boolean> {
      const row = await ofAccount(engine.read, storeId, account)
        .where("deactivated_at", "is", null)
        .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", clock())]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The store's newest code of this name on the account, preferably one that isn't deactivated. */
    async findNamed(
      { storeId, account }: Pick<CodeOfProvider, "storeId" | "account">,
      code: string,
    ): Promise<PromotionCode | undefined> {
      const row = await ofAccount(engine.read, storeId, account)
        .where("code", "=", code)
        .orderBy((eb) => eb.case().when("deactivated_at", "is", null).then(0).else(1).end())
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && toCode(row);
    },

    /** Whether another store uses this account, or has codes on it that could be redeemed. */
    async isAccountShared(storeId: string, account: string | null): Promise<boolean> {
      const of = account === null ? ("is" as const) : ("=" as const);
      const store = await engine.read
        .selectFrom("stores")
        .select("id")
        .where("stripe_account", of, account)
        .where("id", "!=", storeId)
        .limit(1)
        .executeTakeFirst();
      if (store) return true;
      const code = await engine.read
        .selectFrom("promotion_codes")
        .select("id")
        .where("account", of, account)
        .where("store_id", "!=", storeId)
        .where("deactivated_at", "is", null)
        .limit(1)
        .executeTakeFirst();
      return code !== undefined;
    },

    /** Records a code that was created at the provider, once however often it is repeated. */
    async save({ storeId, ...code }: CreatedCode, by?: Actor): Promise<PromotionCode> {
      return engine.write(async (db) => {
        const now = clock();
        const id = newId("code");
        const { numInsertedOrUpdatedRows } = await db
          .insertInto("promotion_codes")
          .values({
            ...snakeCased({ id, storeId, ...code }),
            percent_off: code.percentOff === null ? null : Math.floor(code.percentOff),
            tenths_off: code.percentOff === null ? null : Math.round(code.percentOff * 10),
            created_at: now,
            deactivated_at: null,
          })
          .onConflict((c) => c.column("provider_id").doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 0n) {
          const { account: _, providerId: __, ...changes } = code;
          const change = { action: "promotion_code.created", objectId: id } as const;
          await recordChange(db, by, { storeId, ...change, changes: firstValues(changes) }, now);
        }
        const row = await db
          .selectFrom("promotion_codes")
          .selectAll()
          .where("provider_id", "=", code.providerId)
          .executeTakeFirstOrThrow();
        return toCode(row);
      });
    },

    /** Records that the provider no longer accepts it. Undefined when the store has no such code. */
    async deactivate(
      { storeId, id }: { storeId: string; id: string },
      by?: Actor,
    ): Promise<PromotionCode | undefined> {
      return engine.write(async (db) => {
        const before = await ofStore(db, storeId).where("id", "=", id).forUpdate().executeTakeFirst();
        if (!before || before.deactivated_at !== null) return before && toCode(before);
        const now = clock();
        await db.updateTable("promotion_codes").set({ deactivated_at: now }).where("id", "=", id).execute();
        const changes = { code: { from: before.code } };
        const change = { storeId, action: "promotion_code.deactivated", objectId: id, changes } as const;
        await recordChange(db, by, change, now);
        return toCode({ ...before, deactivated_at: now });
      });
    },
  };
}

function ofStore(db: Queries, storeId: string) {
  return db.selectFrom("promotion_codes").selectAll().where("store_id", "=", storeId);
}

function ofAccount(db: Queries, storeId: string, account: string | null) {
  return ofStore(db, storeId).where("account", account === null ? "is" : "=", account);
}

/** The store's code that the provider names; undefined if it is another store's, or was created at the provider. */
export async function findCodeOfProvider(
  db: Queries,
  { storeId, account, providerId }: CodeOfProvider,
): Promise<PromotionCode | undefined> {
  const row = await ofAccount(db, storeId, account).where("provider_id", "=", providerId).executeTakeFirst();
  return row && toCode(row);
}

function toCode(row: PromotionCodeRow): PromotionCode {
  return {
    ...camelCased(row, "id", "account", "provider_id", "code", "currency", "minimum_in_cents"),
    ...camelCased(row, "max_redemptions", "expires_at", "created_at", "deactivated_at"),
    ...reductionOf(row),
  };
}

function reductionOf(row: PromotionCodeRow): Reduction {
  const { percent_off: percent, tenths_off: tenths, amount_off_in_cents: amount } = row;
  if (percent === null) return { percentOff: null, amountOffInCents: amount ?? 0 };
  return { percentOff: tenths === null ? percent : tenths / 10, amountOffInCents: null };
}
