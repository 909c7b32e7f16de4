import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../database/database.ts";
import type { Person } from "../database/queries/people/people.ts";
import { checkPassword, hashPassword, isPassword } from "./passwords.ts";
import type { CountAttempt } from "./sign-in-limits.ts";

interface Change {
  person: Person;
  current: string;
  password: string;
  /** The client's address, as `addressOf` returns it. */
  address: string;
}

/**
 * Changes a person's password and ends all their sessions. Attempts are limited, so that someone at an
 * unlocked browser can't guess the password.
 * @throws FORBIDDEN for a wrong current password, VALIDATION_ERROR for an invalid new one, RATE_LIMITED
 */
export async function changePassword(
  { database, countAttempt }: { database: Pick<Database, "people">; countAttempt: CountAttempt },
  { person, current, password, address }: Change,
): Promise<void> {
  await countAttempt({ address, email: person.email });
  const known = await database.people.passwordOf(person.email);
  if (!(await isPassword(current, known?.passwordHash ?? null, address))) {
    throw new ApiError("FORBIDDEN", "The current password is wrong.");
  }
  checkPassword(password, person.email);
  await database.people.setPassword(person.id, await hashPassword(password, address));
}
