import type { Actor } from "../../../domain/actor.ts";
import { changedFields, firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import type { OrderMailKind } from "../../../domain/mails/mail-kinds.ts";
import type { MailLocale } from "../../../domain/mails/mail-locale.ts";
import type { OwnText } from "../../../domain/mails/own-text.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
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
    find: (address: MailTextAddress): Promise<OwnText | undefined> => find(engine.read, address),

    /** Undefined removes a store's own text. */
    save(address: MailTextAddress, text: OwnText | undefined, by?: Actor): Promise<void> {
      return engine.write(async (db) => {
        await lockStore(db, address.storeId);
        const before = await find(db, address);
        if (!text && !before) return;
        const { storeId, kind, language } = address;
        const changed = changedFields<Partial<OwnText>>(before ?? {}, text ?? {});
        if (text && Object.keys(changed).length === 0) return;
        if (text) await write(db, address, text);
        else await selected(db, address).execute();
        const action = text ? "mail_text.changed" : "mail_text.removed";
        const changes = { ...firstValues({ kind, language }), ...changed };
        await recordChange(db, by, { storeId, action, objectId: null, changes }, clock());
      });
    },
  };
}

function find(db: Queries, { storeId, kind, language }: MailTextAddress): Promise<OwnText | undefined> {
  return db
    .selectFrom("mail_texts")
    .select(["subject", "body"])
    .where("store_id", "=", storeId)
    .where("kind", "=", kind)
    .where("language", "=", language)
    .executeTakeFirst();
}

function selected(db: Queries, { storeId, kind, language }: MailTextAddress) {
  return db
    .deleteFrom("mail_texts")
    .where("store_id", "=", storeId)
    .where("kind", "=", kind)
    .where("language", "=", language);
}

async function write(db: Queries, address: MailTextAddress, { subject, body }: OwnText): Promise<void> {
  const { storeId: store_id, kind, language } = address;
  await db
    .insertInto("mail_texts")
    .values({ store_id, kind, language, subject, body })
    .onConflict((c) => c.columns(["store_id", "kind", "language"]).doUpdateSet({ subject, body }))
    .execute();
}
