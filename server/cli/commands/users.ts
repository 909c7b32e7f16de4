import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { Database } from "../../database/database.ts";
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
import { storeOption } from "../input/store-option.ts";
import { prose } from "../output/prose.ts";
import { table } from "../output/table.ts";
import {
  type Answer,
  addCommand,
  answer,
  answerOfStore,
  answerReadingStore,
  type StoreOptions,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface PersonOptions extends StoreOptions {
  email: string;
}

interface RoleOptions extends PersonOptions {
  role: Role;
}

const defaultUrl = "http://localhost:3000";

export function addUserCommands(counterpart: Command, terminal: Terminal): void {
  const users = counterpart
    .command("users")
    .description("Manage the people with access to a store's dashboard.");
  const publicUrl = (terminal.env.PUBLIC_URL || defaultUrl).replace(/\/$/, "");

  addCommand(users, "invite", "Create a link that invites a person to a store. It is shown only once.")
    .requiredOption(...storeOption)
    .requiredOption("--email <address>", "the person's email address", filled)
    .addOption(roleOption())
    .addHelpText(
      "after",
      prose(`\nThe link starts with PUBLIC_URL (default: ${defaultUrl}) and expires after seven days.`),
    )
    .action((options: RoleOptions) =>
      answerOfStore(terminal, options, async ({ id: storeId }, database, by) => {
        const { email, role } = options;
        return shown(await invite(database, { storeId, email, role }, { clock: Date.now, by }), publicUrl);
      }),
    );

  addCommand(users, "reset-password", "Create a link for a person to set a new password.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .addHelpText(
      "after",
      prose(
        "\nThe link expires after an hour. Using it replaces the person's password and passkeys and ends their sessions.",
      ),
    )
    .action((options: Omit<PersonOptions, "store">) =>
      answer(terminal, options, async (database, by) =>
        shown(await inviteToNewPassword(database, options.email, { clock: Date.now, by }), publicUrl),
      ),
    );

  addCommand(users, "operator", "Let a person grant plans in the dashboard.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .option("--revoke", "no longer let them")
    .action((options: Omit<PersonOptions, "store"> & { revoke?: true }) =>
      answer(terminal, options, async ({ people }) => {
        const isOperator = options.revoke !== true;
        const email = normalizeEmail(options.email) ?? "";
        if (!(await people.setOperator(email, isOperator))) {
          throw new ApiError("NOT_FOUND", `No person has the address ${options.email}.`);
        }
        const text = isOperator
          ? `${email} grants plans at ${publicUrl}/dashboard/plans.`
          : `${email} no longer grants plans.`;
        return { value: { email, isOperator }, text };
      }),
    );

  addCommand(users, "invite-merchant", "Create a link that lets a person create a store in the dashboard.")
    .requiredOption("--email <address>", "the person's email address", filled)
    .addHelpText(
      "after",
      prose("\nThe server must run with SIGN_UP=invitation or open. The link expires after seven days."),
    )
    .action((options: Omit<PersonOptions, "store">) =>
      answer(terminal, options, async (database, by) =>
        shown(
          await inviteToSignUp(database, options.email, { clock: Date.now, by, isByOperator: true }),
          publicUrl,
        ),
      ),
    );

  addCommand(users, "list", "List a store's people and pending invitations.")
    .requiredOption(...storeOption)
    .action((options: StoreOptions) =>
      answerReadingStore(terminal, options, async ({ id: storeId }, database) => {
        const people = (await database.people.list(storeId)).map(({ createdAt, lastSeenAt, ...person }) => ({
          ...person,
          joinedAt: instant(createdAt),
          lastSeenAt: lastSeenAt === null ? null : instant(lastSeenAt),
        }));
        const invitations = (await database.invitations.list(storeId)).map(
          ({ id, email, role, invitedBy, expiresAt }) => ({
            id,
            email,
            role,
            invitedBy,
            expiresAt: instant(expiresAt),
          }),
        );
        const senders = await database.people.findAll(
          invitations.map(({ invitedBy }) => invitedBy?.id ?? ""),
        );
        const nameOf = (by: Actor | null) => senders.find(({ id }) => id === by?.id)?.email ?? by?.id ?? "";
        const rows = [
          ...people.map(({ email, role, joinedAt, lastSeenAt }) => [email, role, joinedAt, lastSeenAt ?? ""]),
          ...invitations.map(({ email, role, invitedBy, expiresAt }) => [
            email,
            role ?? "",
            `invited by ${nameOf(invitedBy)}, until ${expiresAt}`,
            "",
          ]),
        ];
        const heading = ["email", "role", "joined", "last seen"];
        return {
          value: { people, invitations },
          text:
            rows.length > 0
              ? table(heading, rows)
              : "The store has no people yet. Invite one with `users invite`.",
        };
      }),
    );

  addCommand(users, "role", "Change a person's role in a store.")
    .requiredOption(...storeOption)
    .requiredOption("--email <address>", "the person's email address", filled)
    .addOption(roleOption())
    .action((options: RoleOptions) =>
      answer(terminal, options, async (database, by) => {
        const { role } = options;
        const address = await addressOfPerson(database, options);
        if (!(await database.people.setRole(address, role, by))) throw notHere(options);
        return { value: { ...address, role }, text: `${options.email} is now ${role} of ${options.store}.` };
      }),
    );

  addCommand(users, "withdraw", "Withdraw an invitation: its link no longer works.")
    .requiredOption(...storeOption)
    .requiredOption("--email <address>", "the invited person's email address", filled)
    .action((options: PersonOptions) =>
      answer(terminal, options, async ({ stores, invitations }, by) => {
        const { id: storeId } = await storeOf({ stores }, options.store);
        const email = normalizeEmail(options.email);
        const open = (await invitations.list(storeId)).filter((one) => one.email === email);
        if (open.length === 0) {
          throw new ApiError(
            "NOT_FOUND",
            `The store ${options.store} has no invitation for ${options.email}.`,
          );
        }
        for (const { id } of open) await invitations.withdraw({ storeId, invitationId: id }, by);
        return {
          value: { storeId, email, withdrawn: open.length },
          text: `${options.email} is no longer invited to ${options.store}.`,
        };
      }),
    );

  addCommand(users, "remove", "Remove a person from a store, effective immediately.")
    .requiredOption(...storeOption)
    .requiredOption("--email <address>", "the person's email address", filled)
    .action((options: PersonOptions) =>
      answer(terminal, options, async (database, by) => {
        const address = await addressOfPerson(database, options);
        if (!(await database.people.remove(address, by))) throw notHere(options);
        return {
          value: { ...address, removed: true },
          text: `${options.email} no longer has access to ${options.store}.`,
        };
      }),
    );
}

function roleOption(): Option {
  return new Option("--role <role>", "owner: full access; staff: orders and products; read_only: view only")
    .choices(roles)
    .makeOptionMandatory();
}

async function addressOfPerson(database: Database, options: PersonOptions) {
  const { id: storeId } = await storeOf(database, options.store);
  const person = await database.people.findByEmail(normalizeEmail(options.email) ?? "");
  if (!person) throw notHere(options);
  return { storeId, personId: person.id };
}

function notHere({ store, email }: PersonOptions): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `${email} has no access to the store ${store}. \`users list --store ${store}\` shows who has.`,
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

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
