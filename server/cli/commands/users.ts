import { ApiError } from "@counterpart/server/errors";
import { Option } from "commander";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import type { Actor } from "../../domain/actor.ts";
import { normalizeEmail } from "../../domain/email-address.ts";
import { type Role, roles } from "../../domain/role.ts";
import {
  invite,
  inviteToNewPassword,
  inviteToSignUp,
  type OpenInvitation,
} from "../../people/invitations.ts";
import { filled } from "../input/option-values.ts";
import { instant, withInstants } from "../output/instants.ts";
import { listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import type { Answer } from "../terminal.ts";

interface PersonOptions {
  email: string;
}

interface RoleOptions extends PersonOptions {
  role: Role;
}

const defaultUrl = "http://localhost:3000";

export function addUserCommands(counterpart: ShopCommand): void {
  const users = counterpart
    .command("users")
    .description("Manage the people with access to a store's dashboard.");
  const publicUrl = (counterpart.terminal.env.PUBLIC_URL || defaultUrl).replace(/\/$/, "");

  users
    .addOfStore("invite", "Create a link that invites a person to a store. It is shown only once.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .addOption(roleOption())
    .explain(`\nThe link starts with PUBLIC_URL (default: ${defaultUrl}) and expires after seven days.`)
    .changesStore(async ({ store: { id: storeId }, database, by }, { email, role }: RoleOptions) =>
      shown(await invite(database, { storeId, email, role }, { clock: Date.now, by }), publicUrl),
    );

  users
    .add("reset-password", "Create a link for a person to set a new password.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .explain(
      "\nThe link expires after an hour. Using it replaces the person's password and passkeys and ends their sessions.",
    )
    .changes(async ({ database, by }, { email }: PersonOptions) =>
      shown(await inviteToNewPassword(database, email, { clock: Date.now, by }), publicUrl),
    );

  users
    .add("operator", "Let a person grant plans in the dashboard.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .option("--revoke", "no longer let them")
    .changes(async ({ database: { people } }, options: PersonOptions & { revoke?: true }) => {
      const isOperator = options.revoke !== true;
      const email = normalizeEmail(options.email) ?? "";
      if (!(await people.setOperator(email, isOperator))) {
        throw new ApiError("NOT_FOUND", `No person has the address ${options.email}.`);
      }
      const text = isOperator
        ? `${email} grants plans at ${publicUrl}/dashboard/plans.`
        : `${email} no longer grants plans.`;
      return { value: { email, isOperator }, text };
    });

  users
    .add("invite-merchant", "Create a link that lets a person create a store in the dashboard.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .explain("\nThe server must run with SIGN_UP=invitation or open. The link expires after seven days.")
    .changes(async ({ database, by }, { email }: PersonOptions) =>
      shown(await inviteToSignUp(database, email, { clock: Date.now, by, isByOperator: true }), publicUrl),
    );

  users
    .addOfStore("list", "List a store's people and pending invitations.")
    .readsStore(async ({ store: { id: storeId }, database }) => {
      const people = (await database.people.list(storeId)).map(({ createdAt, lastSeenAt, ...person }) => ({
        ...person,
        ...withInstants({ joinedAt: createdAt, lastSeenAt }),
      }));
      const invitations = (await database.invitations.list(storeId)).map(
        ({ id, email, role, invitedBy, expiresAt }) =>
          withInstants({ id, email, role, invitedBy, expiresAt }),
      );
      const senders = await database.people.findAll(invitations.map(({ invitedBy }) => invitedBy?.id ?? ""));
      const nameOf = (by: Actor | null) => senders.find(({ id }) => id === by?.id)?.email ?? by?.id ?? "";
      const rows = [
        ...people.map(({ email, role, joinedAt, lastSeenAt }) => [email, role, joinedAt, lastSeenAt]),
        ...invitations.map(({ email, role, invitedBy, expiresAt }) => [
          email,
          role,
          `invited by ${nameOf(invitedBy)}, until ${expiresAt}`,
          "",
        ]),
      ];
      const heading = ["email", "role", "joined", "last seen"];
      return {
        value: { people, invitations },
        text: listing(heading, rows, "The store has no people yet. Invite one with `users invite`."),
      };
    });

  users
    .addOfStore("role", "Change a person's role in a store.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .addOption(roleOption())
    .changesStore(async ({ store, database, by }, { email, role }: RoleOptions) => {
      const address = await addressOfPerson(database, store, email);
      if (!(await database.people.setRole(address, role, by))) throw notHere(store, email);
      return { value: { ...address, role }, text: `${email} is now ${role} of ${store.slug}.` };
    });

  users
    .addOfStore("withdraw", "Withdraw an invitation: its link no longer works.")
    .requiredOption("--email <address>", "the invited person's email address", filled)
    .changesStore(async ({ store, database: { invitations }, by }, options: PersonOptions) => {
      const { id: storeId, slug } = store;
      const email = normalizeEmail(options.email);
      const open = (await invitations.list(storeId)).filter((one) => one.email === email);
      if (open.length === 0) {
        throw new ApiError("NOT_FOUND", `The store ${slug} has no invitation for ${options.email}.`);
      }
      for (const { id } of open) await invitations.withdraw({ storeId, invitationId: id }, by);
      const value = { storeId, email, withdrawn: open.length };
      return { value, text: `${options.email} is no longer invited to ${slug}.` };
    });

  users
    .addOfStore("remove", "Remove a person from a store, effective immediately.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .changesStore(async ({ store, database, by }, { email }: PersonOptions) => {
      const address = await addressOfPerson(database, store, email);
      if (!(await database.people.remove(address, by))) throw notHere(store, email);
      return {
        value: { ...address, removed: true },
        text: `${email} no longer has access to ${store.slug}.`,
      };
    });
}

function roleOption(): Option {
  return new Option("--role <role>", "owner: full access; staff: orders and products; read_only: view only")
    .choices(roles)
    .makeOptionMandatory();
}

async function addressOfPerson({ people }: Database, store: Store, email: string) {
  const person = await people.findByEmail(normalizeEmail(email) ?? "");
  if (!person) throw notHere(store, email);
  return { storeId: store.id, personId: person.id };
}

function notHere({ slug }: Store, email: string): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `${email} has no access to the store ${slug}. \`users list --store ${slug}\` shows who has.`,
  );
}

function shown({ invitation, link, isMailed }: OpenInvitation, publicUrl: string): Answer {
  const url = publicUrl + link;
  const { id, email, role, expiresAt } = invitation;
  return {
    value: { id, email, role, url, isMailed, expiresAt: instant(expiresAt) },
    text: `${url}\n\n${isMailed ? `The link was also emailed to ${email}. It` : "The link"} is shown only once. Send it only to ${email}, because it signs anyone in as them. It can be used once, until ${instant(expiresAt)}.`,
  };
}
