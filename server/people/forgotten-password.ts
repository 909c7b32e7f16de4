import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { theService } from "../domain/actor.ts";
import type { Clock } from "../domain/clock.ts";
import { normalizeEmail } from "../domain/email-address.ts";
import { inviteToNewPassword } from "./invitations.ts";
import type { CountAttempt } from "./sign-in-limits.ts";

interface Parts {
  database: Pick<Database, "people" | "invitations">;
  countAttempt: CountAttempt;
  clock: Clock;
  log: Logger;
}

/**
 * Mails a link for a new password to a person who signs in with this address and a password. People who sign in another
 * way get none. Resolves before that is decided, so the response doesn't reveal whether there is such a person.
 * @throws RATE_LIMITED
 */
export async function requestNewPassword(
  { database, countAttempt, clock, log }: Parts,
  { email: given, address }: { email: string; address: string },
): Promise<void> {
  const email = normalizeEmail(given) ?? "";
  await countAttempt({ address, email });
  mailLink({ database, clock }, email).catch((err: unknown) => {
    log.error({ err }, "could not queue the email for a new password");
  });
}

async function mailLink(
  { database, clock }: Pick<Parts, "database" | "clock">,
  email: string,
): Promise<void> {
  const found = await database.people.passwordOf(email);
  if (!found || found.passwordHash === null) return;
  await inviteToNewPassword(database, email, { clock, by: theService });
}
