import { randomBytes } from "node:crypto";
import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../database/database.ts";
import type { Invitation } from "../database/queries/people/invitations.ts";
import type { Actor } from "../domain/actor.ts";
import type { Clock } from "../domain/clock.ts";
import { normalizeEmail } from "../domain/email-address.ts";
import { conflict } from "../domain/error-codes.ts";
import type { Role } from "../domain/role.ts";

/** How long a link is valid, in milliseconds. */
const lifetimeMs = {
  invitation: 7 * 24 * 60 * 60 * 1000,
  newPassword: 60 * 60 * 1000,
  signUp: 24 * 60 * 60 * 1000,
} as const;

type InvitationDatabase = Pick<Database, "people" | "invitations">;

export interface OpenInvitation {
  invitation: Invitation;
  /** The link's path and query, relative to the public address. Shown only once: just its hash is stored. */
  link: string;
  /** Whether the link is mailed to the person too. */
  isMailed: boolean;
}

/** Creates an invitation link. Without mail, the inviter passes it on. Throws INVALID_REQUEST or CONFLICT. */
export async function invite(
  { people, invitations }: InvitationDatabase,
  { storeId, email: given, role }: { storeId: string; email: string; role: Role },
  { clock, by }: { clock: Clock; by: Actor },
): Promise<OpenInvitation> {
  const email = emailOf(given);
  const known = (await people.list(storeId)).find((person) => person.email === email);
  if (known) throw conflict(`${email} already has access to the store, as ${known.role}.`);
  return create(invitations, { email, membership: { storeId, role } }, clock() + lifetimeMs.invitation, by);
}

/** Creates a password reset link for a person who can't sign in. Throws NOT_FOUND. */
export async function inviteToNewPassword(
  { people, invitations }: InvitationDatabase,
  given: string,
  { clock, by }: { clock: Clock; by: Actor },
): Promise<OpenInvitation> {
  const email = emailOf(given);
  if (!(await people.findByEmail(email)))
    throw new ApiError("NOT_FOUND", `No person has the address ${email}.`);
  return create(invitations, { email }, clock() + lifetimeMs.newPassword, by);
}

/** Creates a link with which a person confirms their address and may then create a store. Throws INVALID_REQUEST. */
export async function inviteToSignUp(
  { invitations }: Pick<InvitationDatabase, "invitations">,
  given: string,
  { clock, by, isByOperator = false }: { clock: Clock; by?: Actor; isByOperator?: boolean },
): Promise<OpenInvitation> {
  const email = emailOf(given);
  const lifetime = isByOperator ? lifetimeMs.invitation : lifetimeMs.signUp;
  return create(invitations, { email, isSignUp: true }, clock() + lifetime, by);
}

async function create(
  invitations: Database["invitations"],
  invitation: Omit<Parameters<Database["invitations"]["create"]>[0], "token" | "expiresAt">,
  expiresAt: number,
  by: Actor | undefined,
): Promise<OpenInvitation> {
  const token = newToken();
  const { isMailed, ...created } = await invitations.create({ ...invitation, token, expiresAt }, by);
  return { invitation: created, link: linkOf(token), isMailed };
}

/** A token for a link, a session or a form: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The path and query of an invitation's link. */
export function linkOf(token: string): string {
  return `/dashboard/invitation?token=${token}`;
}

function emailOf(given: string): string {
  const email = normalizeEmail(given);
  if (email === undefined) {
    throw new ApiError("INVALID_REQUEST", "It must be an email address, such as ada@example.com.");
  }
  return email;
}
