import type { Actor } from "../../../domain/actor.ts";
import { changedFields, firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import type { OrderMailKind } from "../../../domain/mails/mail-kinds.ts";
import type { MailLocale } from "../../../domain/mails/mail-locale.ts";
import type { OwnText } from "../../../domain/mails/own-text.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { snakeCased } from "../camel-case.ts";
import { lockStore } from "../lock-store.ts";

export interface MailTextAddress {
  storeId: string;
  kind: OrderMailKind;
  language: MailLocale;
}

export function mailTextQueries(engine: Engine, clock: Clock) {
  return {
    /** Which emails of a store have its own text. */
    async written(storeId: string): Promise<Pick<MailTextAddress, "kind" | "language">[]> {
      const rows = await engine.read
        .selectFrom("mail_texts")
        .select(["kind", "language"])
        .where("store_id", "=", storeId)
        .execute();
      return rows as Pick<MailTextAddress, "kind" | "language">[];
    },

    /** Undefined if the store hasn't written this email. */
    find: ({ storeId, kind, language }: MailTextAddress): Promise<OwnText | undefined> =>
      find(engine.read, { storeId, kind, language }),

    /** Undefined removes a store's own text. */
    save({ storeId, kind, language }: MailTextAddress, text: OwnText | undefined, by?: Actor): Promise<void> {
      const address = { storeId, kind, language };
      return engine.write(async (db) => {
        await lockStore(db, storeId);
        const before = await find(db, address);
        if (!text && !before) return;
        const changed = changedFields<Partial<OwnText>>(before ?? {}, text ?? {});
        if (text && Object.keys(changed).length === 0) return;
        if (text) await write(db, address, text);
        else
          await db
            .deleteFrom("mail_texts")
            .where((eb) => eb.and(snakeCased(address)))
            .execute();
        const action = text ? "mail_text.changed" : "mail_text.removed";
        const changes = { ...firstValues({ kind, language }), ...changed };
        await recordChange(db, by, { storeId, action, objectId: null, changes }, clock());
      });
    },
  };
}

function find(db: Queries, address: MailTextAddress): Promise<OwnText | undefined> {
  return db
    .selectFrom("mail_texts")
    .select(["subject", "body"])
    .where((eb) => eb.and(snakeCased(address)))
    .executeTakeFirst();
}

async function write(db: Queries, address: MailTextAddress, { subject, body }: OwnText): Promise<void> {
  await db
    .insertInto("mail_texts")
    .values({ ...snakeCased(address), subject, body })
    .onConflict((c) => c.columns(["store_id", "kind", "language"]).doUpdateSet({ subject, body }))
    .execute();
}
