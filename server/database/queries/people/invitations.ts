import { ApiError } from "@counterpart/server/errors";
import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { newId } from "../../../domain/ids.ts";
import type { Role } from "../../../domain/role.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { InvitationRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased } from "../camel-case.ts";
import { queueLinkMail } from "../mails/queue-mails.ts";
import { addPasskey, type NewPasskey } from "./passkeys.ts";
import {
  addMember,
  findOrCreate,
  forgetCredentials,
  hasCredentials,
  lockMembership,
  type Person,
} from "./people.ts";

/** An open invitation. Instants are milliseconds since 1970. */
export interface Invitation extends ReturnType<typeof toInvitation> {
  /** The sender, from the audit trail; null for a link that only resets a password. */
  invitedBy: Actor | null;
}

export interface CreatedInvitation extends Invitation {
  /** Whether the link is mailed to the person. */
  isMailed: boolean;
}

interface NewInvitation {
  /** The link's token; only its hash is stored. */
  token: string;
  email: string;
  /** Undefined for a link that resets a password. */
  membership?: { storeId: string; role: Role };
  isSignUp?: boolean;
  expiresAt: number;
}

interface Acceptance {
  /** The signed-in person, if any. */
  signedIn: Person | undefined;
  /** How the person will sign in. */
  passwordHash?: string;
  passkey?: Omit<NewPasskey, "personId">;
}

export function invitationQueries(engine: Engine, clock: Clock) {
  const open = () => withSender(engine.read).where("invitations.expires_at", ">", clock());

  return {
    /**
     * Creates an invitation, replacing an older one for the same person and store, and its mail.
     * @throws FORBIDDEN when the inviter is no longer an owner of the store
     */
    async create(
      { token, email, membership, isSignUp = false, expiresAt }: NewInvitation,
      by?: Actor,
    ): Promise<CreatedInvitation> {
      const row: InvitationRow = {
        id: newId("inv"),
        hash: secretHash(token),
        email,
        store_id: membership?.storeId ?? null,
        role: membership?.role ?? null,
        is_sign_up: isSignUp ? 1 : null,
        created_at: clock(),
        expires_at: expiresAt,
      };
      const isMailed = await engine.write(async (db) => {
        if (membership && by?.kind === "person") {
          const address = { storeId: membership.storeId, personId: by.id };
          if ((await lockMembership(db, address)) !== "owner") throw ownersInvite;
        }
        await db
          .deleteFrom("invitations")
          .where("email", "=", email)
          .where("store_id", membership ? "=" : "is", row.store_id)
          .where("is_sign_up", "is", row.is_sign_up)
          .execute();
        await db.insertInto("invitations").values(row).execute();
        if (membership) {
          const { storeId, role } = membership;
          const invited = { storeId, action: "person.invited", objectId: row.id } as const;
          await recordChange(db, by, { ...invited, changes: firstValues({ email, role }) }, row.created_at);
        } else if (!isSignUp) await recordOffer(db, email, by, row.created_at);
        const kind = membership || isSignUp ? "invitation" : "password_reset";
        const mail = { kind, invitationId: row.id, storeId: row.store_id, token, expiresAt } as const;
        return queueLinkMail(db, mail, row.created_at);
      });
      return { ...toInvitation(row), invitedBy: (membership && by) ?? null, isMailed };
    },

    /** Undefined when unknown, used, replaced or expired. */
    async find(token: string): Promise<Invitation | undefined> {
      const row = await open().where("invitations.hash", "=", secretHash(token)).executeTakeFirst();
      return row && toSentInvitation(row);
    },

    /** The open invitation of a mail. Undefined when used, replaced, withdrawn or expired. */
    async findById(id: string): Promise<Invitation | undefined> {
      const row = await open().where("invitations.id", "=", id).executeTakeFirst();
      return row && toSentInvitation(row);
    },

    /** The open invitations to a store, newest first. */
    async list(storeId: string): Promise<Invitation[]> {
      const rows = await open()
        .where("invitations.store_id", "=", storeId)
        .orderBy("invitations.created_at", "desc")
        .orderBy("invitations.id")
        .execute();
      return rows.map(toSentInvitation);
    },

    /** False when the store has no such invitation. */
    async withdraw(
      { storeId, invitationId }: { storeId: string; invitationId: string },
      by?: Actor,
    ): Promise<boolean> {
      return engine.write(async (db) => {
        const row = await db
          .deleteFrom("invitations")
          .where("id", "=", invitationId)
          .where("store_id", "=", storeId)
          .returning("email")
          .executeTakeFirst();
        if (!row) return false;
        const withdrawn = { storeId, action: "invitation.withdrawn", objectId: invitationId } as const;
        const changes = { email: { from: row.email, to: null } };
        await recordChange(db, by, { ...withdrawn, changes }, clock());
        return true;
      });
    },

    /**
     * Uses up an invitation and adds the person to the store. Undefined when it is unknown, used or expired.
     * @throws CONFLICT when the invited person already has a way to sign in and isn't signed in: anyone with
     * the link, including its sender, could otherwise take over an account that belongs to other stores
     */
    async accept(
      token: string,
      { signedIn, passwordHash, passkey }: Acceptance,
    ): Promise<Person | undefined> {
      return engine.write(async (db) => {
        const row = await db
          .deleteFrom("invitations")
          .where("hash", "=", secretHash(token))
          .where("expires_at", ">", clock())
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        const person = await findOrCreate(db, { id: newId("person"), email: row.email }, clock());
        if (isReset(row)) await forgetCredentials(db, person.id);
        else if (signedIn?.id !== person.id && (await hasCredentials(db, person.id))) throw signInFirst;
        if (passwordHash !== undefined) {
          await db
            .updateTable("people")
            .set({ password_hash: passwordHash })
            .where("id", "=", person.id)
            .execute();
        }
        if (passkey) await addPasskey(db, { ...passkey, personId: person.id }, clock());
        await join(db, person.id, row, clock());
        return person;
      });
    },

    /**
     * Accepts all open invitations of an address that an OpenID provider has verified; undefined if there are none, or the
     * person is linked elsewhere. Removes password and passkeys: another person may have set them.
     */
    async acceptVerified(email: string, subject: string): Promise<Person | undefined> {
      return engine.write(async (db) => {
        const now = clock();
        const linked = await db
          .selectFrom("people")
          .select("email")
          .where("openid_subject", "=", subject)
          .executeTakeFirst();
        const address = linked?.email ?? email;
        const rows = await db
          .deleteFrom("invitations")
          .where("email", "=", address)
          .where((eb) => eb.or([eb("store_id", "is not", null), eb("is_sign_up", "=", 1)]))
          .where("expires_at", ">", now)
          .returningAll()
          .execute();
        const known = await db
          .selectFrom("people")
          .select(["id", "email", "openid_subject"])
          .where("email", "=", address)
          .forUpdate()
          .executeTakeFirst();
        if (!known && rows.length === 0) return undefined;
        if (known && known.openid_subject !== null && known.openid_subject !== subject) return undefined;
        const person = await findOrCreate(db, { id: newId("person"), email: address }, now);
        if (known?.openid_subject !== subject) {
          await forgetCredentials(db, person.id);
          await db
            .updateTable("people")
            .set({ openid_subject: subject })
            .where("id", "=", person.id)
            .execute();
        }
        for (const row of rows) await join(db, person.id, row, now);
        return person;
      });
    },
  };
}

/** Records, in each of the person's stores, that a password reset link was created for them. */
async function recordOffer(db: Queries, email: string, by: Actor | undefined, now: number): Promise<void> {
  const memberships = await db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "memberships.person_id")
    .select(["memberships.store_id", "people.id"])
    .where("people.email", "=", email)
    .execute();
  for (const { store_id: storeId, id: objectId } of memberships) {
    const offered = { storeId, action: "person.new_password_offered", objectId, changes: {} } as const;
    await recordChange(db, by, offered, now);
  }
}

/** Whether a link only resets a password. */
function isReset({ store_id: storeId, is_sign_up: isSignUp }: InvitationRow): boolean {
  return storeId === null && isSignUp !== 1;
}

const signInFirst = conflict("Sign in first. Then open the invitation again.");

async function join(
  db: Queries,
  personId: string,
  { store_id: storeId, role, email, is_sign_up: isSignUp }: InvitationRow,
  now: number,
): Promise<void> {
  if (isSignUp === 1) {
    await db.updateTable("people").set({ may_create_stores: 1 }).where("id", "=", personId).execute();
  }
  if (storeId === null || role === null) return;
  await addMember(db, { id: personId, email, storeId, role }, { kind: "person", id: personId }, now);
}

const ownersInvite = new ApiError("FORBIDDEN", "Only the store’s owners can invite people.");

/** The sender comes from the append-only audit trail, which covers invitations of earlier versions too. */
function withSender(db: Queries) {
  return db
    .selectFrom("invitations")
    .leftJoin("audit_entries as sent", (on) =>
      on
        .onRef("sent.store_id", "=", "invitations.store_id")
        .onRef("sent.object_id", "=", "invitations.id")
        .on("sent.action", "=", "person.invited"),
    )
    .selectAll("invitations")
    .select(["sent.actor_kind", "sent.actor_id"]);
}

function toSentInvitation({
  actor_kind: kind,
  actor_id: id,
  ...row
}: InvitationRow & { actor_kind: string | null; actor_id: string | null }): Invitation {
  const invitedBy = kind === null || id === null ? null : { kind: kind as Actor["kind"], id };
  return { ...toInvitation(row), invitedBy };
}

function toInvitation(row: InvitationRow) {
  return {
    ...camelCased(row, "id", "email", "store_id", "created_at", "expires_at"),
    role: row.role as Role | null,
    isSignUp: row.is_sign_up === 1,
  };
}
