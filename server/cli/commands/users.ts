import { ApiError } from "@counterpart/server/errors";
import { type Command, Option } from "commander";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../domain/actor.ts";
import { normalizeEmail } from "../../domain/email-address.ts";
import { type Role, roles } from "../../domain/role.ts";
import { invite, inviteToNewPassword, type OpenInvitation } from "../../people/invitations.ts";
import { filled } from "../input/option-values.ts";
import { table } from "../output/table.ts";
import {
  type Answer,
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface StoreOptions extends AnswerOptions {
  store: string;
}

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
    .description("the people who look after a store in the dashboard");
  const publicUrl = (terminal.env.PUBLIC_URL || defaultUrl).replace(/\/$/, "");

  addCommand(users, "invite", "Invite a person to a store by a link, which is shown only once.")
    .requiredOption("--store <slug>", "which store", filled)
    .requiredOption("--email <address>", "whom, by their e-mail address", filled)
    .addOption(roleOption())
    .addHelpText(
      "after",
      `\nThe link begins with PUBLIC_URL (default: ${defaultUrl}) and works for seven days.`,
    )
    .action((options: RoleOptions) =>
      answer(terminal, options, async (database, by) => {
        const { id: storeId } = await storeOf(database, options.store);
        const { email, role } = options;
        return shown(await invite(database, { storeId, email, role }, { clock: Date.now, by }), publicUrl);
      }),
    );

  addCommand(users, "reset-password", "Make a link by which a person chooses another password.")
    .requiredOption("--email <address>", "who", filled)
    .addHelpText(
      "after",
      "\nIt works for an hour. Whoever opens it takes the place of the person's password and passkeys, and ends their sessions.",
    )
    .action((options: Omit<PersonOptions, "store">) =>
      answer(terminal, options, async (database, by) =>
        shown(await inviteToNewPassword(database, options.email, { clock: Date.now, by }), publicUrl),
      ),
    );

  addCommand(users, "list", "List the people of a store and the open invitations.")
    .requiredOption("--store <slug>", "which store", filled)
    .action((options: StoreOptions) =>
      answerReading(terminal, options, async (database) => {
        const { id: storeId } = await storeOf(database, options.store);
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
          text: rows.length > 0 ? table(heading, rows) : "Nobody looks after the store yet: `users invite`.",
        };
      }),
    );

  addCommand(users, "role", "Give a person another role in a store.")
    .requiredOption("--store <slug>", "which store", filled)
    .requiredOption("--email <address>", "who", filled)
    .addOption(roleOption())
    .action((options: RoleOptions) =>
      answer(terminal, options, async (database, by) => {
        const { role } = options;
        const address = await addressOfPerson(database, options);
        if (!(await database.people.setRole(address, role, by))) throw notHere(options);
        return { value: { ...address, role }, text: `${options.email} is ${role} of ${options.store}.` };
      }),
    );

  addCommand(users, "withdraw", "Withdraw an invitation: its link no longer works.")
    .requiredOption("--store <slug>", "which store", filled)
    .requiredOption("--email <address>", "who was invited", filled)
    .action((options: PersonOptions) =>
      answer(terminal, options, async ({ stores, invitations }, by) => {
        const { id: storeId } = await storeOf({ stores }, options.store);
        const email = normalizeEmail(options.email);
        const open = (await invitations.list(storeId)).filter((one) => one.email === email);
        if (open.length === 0) {
          throw new ApiError(
            "NOT_FOUND",
            `Nobody with the address ${options.email} is invited to the store ${options.store}.`,
          );
        }
        for (const { id } of open) await invitations.withdraw({ storeId, invitationId: id }, by);
        return {
          value: { storeId, email, withdrawn: open.length },
          text: `${options.email} is no longer invited to ${options.store}.`,
        };
      }),
    );

  addCommand(users, "remove", "Remove a person from a store, at once.")
    .requiredOption("--store <slug>", "which store", filled)
    .requiredOption("--email <address>", "who", filled)
    .action((options: PersonOptions) =>
      answer(terminal, options, async (database, by) => {
        const address = await addressOfPerson(database, options);
        if (!(await database.people.remove(address, by))) throw notHere(options);
        return {
          value: { ...address, removed: true },
          text: `${options.email} no longer belongs to ${options.store}.`,
        };
      }),
    );
}

function roleOption(): Option {
  return new Option(
    "--role <role>",
    "owner: everything; staff: orders and products; read_only: changes nothing",
  )
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
    `${email} doesn't belong to the store ${store}. \`users list --store ${store}\` shows who does.`,
  );
}

function shown({ invitation, link }: OpenInvitation, publicUrl: string): Answer {
  const url = publicUrl + link;
  const { id, email, role, expiresAt } = invitation;
  return {
    value: { id, email, role, url, expiresAt: instant(expiresAt) },
    text: `${url}\n\nThis is the only time that the link is shown. Pass it on to ${email}: whoever opens it signs in as them. It works once, until ${instant(expiresAt)}.`,
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
