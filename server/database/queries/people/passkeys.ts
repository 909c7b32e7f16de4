import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { PasskeyRow } from "../../schema.ts";
import { camelCased, snakeCased } from "../camel-case.ts";
import { type Person, toPerson } from "./people.ts";

/** Instants in milliseconds since 1970. */
export type Passkey = ReturnType<typeof toPasskey>;

export type NewPasskey = Omit<Passkey, "createdAt" | "lastUsedAt">;

export function passkeyQueries(engine: Engine, clock: Clock) {
  return {
    /** Throws CONFLICT when the passkey is already registered. */
    async add(passkey: NewPasskey): Promise<void> {
      await engine.writeOne((db) => addPasskey(db, passkey, clock()));
    },

    async find(id: string): Promise<{ passkey: Passkey; person: Person } | undefined> {
      const row = await engine.read
        .selectFrom("passkeys")
        .innerJoin("people", "people.id", "passkeys.person_id")
        .selectAll("passkeys")
        .select("people.email")
        .where("passkeys.id", "=", id)
        .executeTakeFirst();
      return row && { passkey: toPasskey(row), person: toPerson({ id: row.person_id, email: row.email }) };
    },

    /** A person's passkeys, oldest first. */
    async list(personId: string): Promise<Passkey[]> {
      const rows = await engine.read
        .selectFrom("passkeys")
        .selectAll()
        .where("person_id", "=", personId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(toPasskey);
    },

    async noteUse(id: string, counter: number): Promise<void> {
      await engine.writeOne((db) =>
        db.updateTable("passkeys").set({ counter, last_used_at: clock() }).where("id", "=", id).execute(),
      );
    },

    /** False when the person has no such passkey. */
    async remove({ personId, id }: { personId: string; id: string }): Promise<boolean> {
      const { numDeletedRows } = await engine.writeOne((db) =>
        db.deleteFrom("passkeys").where("id", "=", id).where("person_id", "=", personId).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}

export async function addPasskey(db: Queries, passkey: NewPasskey, now: number): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("passkeys")
    .values({
      ...snakeCased(passkey),
      transports: JSON.stringify(passkey.transports),
      created_at: now,
      last_used_at: null,
    })
    .onConflict((c) => c.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    throw conflict("This passkey is already registered. Sign in with it, or add another one.");
  }
}

function toPasskey(row: PasskeyRow) {
  return {
    ...camelCased(row, "id", "person_id", "public_key", "counter", "created_at", "last_used_at"),
    transports: JSON.parse(row.transports) as string[],
  };
}
