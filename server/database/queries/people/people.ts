import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import type { Role } from "../../../domain/role.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { PersonRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { type Store, toStore } from "../stores.ts";

/** A person who manages stores. */
export interface Person {
  /** `person_…` */
  id: string;
  /** In lower case; unique. */
  email: string;
}

/** A member of a store's team. Instants are milliseconds since 1970. */
export interface StorePerson extends Person {
  role: Role;
  /** When they joined the store. */
  createdAt: number;
  /** Null if they never signed in, or if their last session has been deleted since. */
  lastSeenAt: number | null;
}

interface MembershipAddress {
  storeId: string;
  personId: string;
}

export function peopleQueries(engine: Engine, clock: Clock) {
  const selected = () => engine.read.selectFrom("people").selectAll();
  const memberships = (personId: string) =>
    engine.read
      .selectFrom("memberships")
      .innerJoin("stores", "stores.id", "memberships.store_id")
      .selectAll("stores")
      .select("memberships.role")
      .where("memberships.person_id", "=", personId);

  return {
    async find(personId: string): Promise<Person | undefined> {
      const row = await selected().where("id", "=", personId).executeTakeFirst();
      return row && toPerson(row);
    },

    async findByEmail(email: string): Promise<Person | undefined> {
      const row = await selected().where("email", "=", email).executeTakeFirst();
      return row && toPerson(row);
    },

    /** The people with these ids, whether or not they still belong to a store. */
    async findAll(personIds: string[]): Promise<Person[]> {
      if (personIds.length === 0) return [];
      const rows = await selected().where("id", "in", personIds).execute();
      return rows.map(toPerson);
    },

    /** The hash of a person's password; null when they have none. Undefined for an unknown address. */
    async passwordOf(email: string): Promise<{ person: Person; passwordHash: string | null } | undefined> {
      const row = await selected().where("email", "=", email).executeTakeFirst();
      return row && { person: toPerson(row), passwordHash: row.password_hash };
    },

    /** What a person may do beside managing their stores. */
    async rightsOf(personId: string): Promise<{ mayCreateStores: boolean; isOperator: boolean }> {
      const row = await engine.read
        .selectFrom("people")
        .select(["may_create_stores", "is_operator"])
        .where("id", "=", personId)
        .executeTakeFirst();
      return { mayCreateStores: row?.may_create_stores === 1, isOperator: row?.is_operator === 1 };
    },

    /** Makes a person an operator, or no longer one. False for an unknown address. */
    async setOperator(email: string, isOperator: boolean): Promise<boolean> {
      const { numUpdatedRows } = await engine.write((db) =>
        db
          .updateTable("people")
          .set({ is_operator: isOperator ? 1 : null })
          .where("email", "=", email)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /** Whether a person can sign in, by password, passkey or OpenID account. */
    async canSignIn(personId: string): Promise<boolean> {
      return hasCredentials(engine.read, personId);
    },

    /** Sets a password and ends all sessions of the person. */
    async setPassword(personId: string, passwordHash: string): Promise<void> {
      await engine.write(async (db) => {
        await db
          .updateTable("people")
          .set({ password_hash: passwordHash })
          .where("id", "=", personId)
          .execute();
        await db.deleteFrom("dashboard_sessions").where("person_id", "=", personId).execute();
      });
    },

    /** A person's stores, ordered by name, with their role in each. */
    async storesOf(personId: string): Promise<{ store: Store; role: Role }[]> {
      const rows = await memberships(personId).orderBy("stores.name").orderBy("stores.id").execute();
      return rows.map(({ role, ...row }) => ({ store: toStore(row), role: role as Role }));
    },

    /** The store with this slug and the person's role in it; undefined when the person isn't in such a store. */
    async membership(personId: string, slug: string): Promise<{ store: Store; role: Role } | undefined> {
      const row = await memberships(personId).where("stores.slug", "=", slug).executeTakeFirst();
      if (!row) return undefined;
      const { role, ...store } = row;
      return { store: toStore(store), role: role as Role };
    },

    /** The people of a store, ordered by address. */
    async list(storeId: string): Promise<StorePerson[]> {
      const rows = await engine.read
        .selectFrom("memberships")
        .innerJoin("people", "people.id", "memberships.person_id")
        .select((eb) => [
          "people.id",
          "people.email",
          "memberships.role",
          "memberships.created_at",
          eb
            .selectFrom("dashboard_sessions")
            .whereRef("dashboard_sessions.person_id", "=", "people.id")
            .select((of) => of.fn.max("dashboard_sessions.seen_at").as("seen_at"))
            .as("last_seen_at"),
        ])
        .where("memberships.store_id", "=", storeId)
        .orderBy("people.email")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role as Role,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
      }));
    },

    /**
     * Changes a person's role in a store. False when the person doesn't belong to it.
     * @throws CONFLICT when the store would be left without an owner
     */
    async setRole({ storeId, personId }: MembershipAddress, role: Role, by?: Actor): Promise<boolean> {
      return engine.write(async (db) => {
        const before = await lockMembership(db, { storeId, personId });
        if (before === undefined) return false;
        if (before === role) return true;
        if (before === "owner") await refuseWithoutOwner(db, { storeId, personId });
        // Only owners may invite: a former one must not return through an invitation that they sent
        // themselves.
        if (before === "owner") await withdrawInvitations(db, { storeId, personId }, by, clock());
        await db
          .updateTable("memberships")
          .set({ role })
          .where("store_id", "=", storeId)
          .where("person_id", "=", personId)
          .execute();
        const changes = { role: { from: before, to: role } };
        const change = { storeId, action: "person.role_changed", objectId: personId, changes } as const;
        await recordChange(db, by, change, clock());
        return true;
      });
    },

    /**
     * Removes a person from a store, effective immediately on every process, with open invitations to and from them. False
     * when they aren't a member. Without another store they can't sign in; the address stays for the audit trail.
     * @throws CONFLICT when it would be left without an owner
     */
    async remove({ storeId, personId }: MembershipAddress, by?: Actor): Promise<boolean> {
      return engine.write(async (db) => {
        const before = await lockMembership(db, { storeId, personId });
        if (before === undefined) return false;
        if (before === "owner") await refuseWithoutOwner(db, { storeId, personId });
        await withdrawInvitations(db, { storeId, personId }, by, clock());
        await db
          .deleteFrom("memberships")
          .where("store_id", "=", storeId)
          .where("person_id", "=", personId)
          .execute();
        const other = await db
          .selectFrom("memberships")
          .select("store_id")
          .where("person_id", "=", personId)
          .executeTakeFirst();
        if (!other) await forgetCredentials(db, personId);
        const changes = { role: { from: before, to: null } };
        const change = { storeId, action: "person.removed", objectId: personId, changes } as const;
        await recordChange(db, by, change, clock());
        return true;
      });
    },

    /** Creates a person and gives them a role in a store, without an invitation. An existing role stays unchanged. */
    async add(
      { id, email, storeId, role }: Person & { storeId: string; role: Role },
      by?: Actor,
    ): Promise<Person> {
      return engine.write(async (db) => {
        const person = await findOrCreate(db, { id, email }, clock());
        await addMember(db, { ...person, storeId, role }, by, clock());
        return person;
      });
    },
  };
}

/**
 * Finds the person with this address.
 * @param fresh the person to create when there is none
 */
export async function findOrCreate(db: Queries, fresh: Person, now: number): Promise<Person> {
  await db
    .insertInto("people")
    .values({ ...fresh, password_hash: null, openid_subject: null, created_at: now })
    .onConflict((c) => c.column("email").doNothing())
    .execute();
  const row = await db
    .selectFrom("people")
    .selectAll()
    .where("email", "=", fresh.email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toPerson(row);
}

/** Gives a person a role in a store. Existing members keep their role; only `setRole` changes it. */
export async function addMember(
  db: Queries,
  { id, email, storeId, role }: Person & { storeId: string; role: string },
  by: Actor | undefined,
  now: number,
): Promise<void> {
  await db
    .insertInto("memberships")
    .values({ person_id: id, store_id: storeId, role, created_at: now })
    .onConflict((c) => c.columns(["person_id", "store_id"]).doNothing())
    .execute();
  const joined = { storeId, action: "person.joined", objectId: id } as const;
  await recordChange(db, by, { ...joined, changes: firstValues({ email, role }) }, now);
}

export async function hasCredentials(db: Queries, personId: string): Promise<boolean> {
  const person = await db
    .selectFrom("people")
    .select(["password_hash", "openid_subject"])
    .where("id", "=", personId)
    .executeTakeFirst();
  if (!person) return false;
  if (person.password_hash !== null || person.openid_subject !== null) return true;
  const passkey = await db
    .selectFrom("passkeys")
    .select("id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return passkey !== undefined;
}

/** Removes every way to sign in from a person and ends their sessions. */
export async function forgetCredentials(db: Queries, personId: string): Promise<void> {
  await db
    .updateTable("people")
    .set({ password_hash: null, openid_subject: null })
    .where("id", "=", personId)
    .execute();
  await db.deleteFrom("passkeys").where("person_id", "=", personId).execute();
  await db.deleteFrom("dashboard_sessions").where("person_id", "=", personId).execute();
}

/** Withdraws the open invitations to a store that a person sent or received. */
async function withdrawInvitations(
  db: Queries,
  { storeId, personId }: MembershipAddress,
  by: Actor | undefined,
  now: number,
): Promise<void> {
  const email = db.selectFrom("people").select("email").where("id", "=", personId);
  const withdrawn = await db
    .deleteFrom("invitations")
    .where("store_id", "=", storeId)
    .where((eb) => {
      const sent = eb
        .selectFrom("audit_entries")
        .select("id")
        .where("store_id", "=", storeId)
        .whereRef("object_id", "=", "invitations.id")
        .where("action", "=", "person.invited")
        .where("actor_kind", "=", "person")
        .where("actor_id", "=", personId);
      return eb.or([eb.exists(sent), eb("email", "=", email)]);
    })
    .returning(["id", "email"])
    .execute();
  for (const { id: objectId, email: from } of withdrawn) {
    const change = { storeId, action: "invitation.withdrawn", objectId } as const;
    await recordChange(db, by, { ...change, changes: { email: { from, to: null } } }, now);
  }
}

/** The person's role. Concurrent changes in one store wait for each other, so they can't both remove the last owner. */
export async function lockMembership(
  db: Queries,
  { storeId, personId }: MembershipAddress,
): Promise<Role | undefined> {
  const rows = await db
    .selectFrom("memberships")
    .select(["person_id", "role"])
    .where("store_id", "=", storeId)
    .orderBy("person_id")
    .forUpdate()
    .execute();
  return rows.find((row) => row.person_id === personId)?.role as Role | undefined;
}

async function refuseWithoutOwner(db: Queries, { storeId, personId }: MembershipAddress): Promise<void> {
  const other = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("store_id", "=", storeId)
    .where("role", "=", "owner")
    .where("person_id", "!=", personId)
    .executeTakeFirst();
  if (!other) throw conflict("The store needs at least one owner. Make another person an owner first.");
}

export function toPerson({ id, email }: Pick<PersonRow, "id" | "email">): Person {
  return { id, email };
}
