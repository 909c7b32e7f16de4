import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../database/database.ts";
import type { Person } from "../database/queries/people/people.ts";
import { checkPassword, hashPassword, isPassword } from "./passwords.ts";
import type { CountAttempt } from "./sign-in-limits.ts";

interface Change {
  person: Person;
  current: string;
  password: string;
  /** Where it comes from, as `addressOf` tells it. */
  address: string;
}

/**
 * Gives a person who knows their password another one, and ends all their sessions. Throws FORBIDDEN for a wrong current
 * password, VALIDATION_ERROR for a new one that can't be used, and RATE_LIMITED: whoever finds a browser open must not
 * try passwords out.
 */
export async function changePassword(
  { database, countAttempt }: { database: Pick<Database, "people">; countAttempt: CountAttempt },
  { person, current, password, address }: Change,
): Promise<void> {
  await countAttempt({ address, email: person.email });
  const known = await database.people.passwordOf(person.email);
  if (!(await isPassword(current, known?.passwordHash ?? null))) {
    throw new ApiError("FORBIDDEN", "This isn’t your password.");
  }
  checkPassword(password, person.email);
  await database.people.setPassword(person.id, await hashPassword(password));
}
