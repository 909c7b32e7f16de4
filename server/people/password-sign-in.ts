import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../database/database.ts";
import type { Person } from "../database/queries/people/people.ts";
import { normalizeEmail } from "../domain/email-address.ts";
import { isPassword } from "./passwords.ts";
import type { CountAttempt } from "./sign-in-limits.ts";

interface Attempt {
  email: string;
  password: string;
  /** The client's address, as `addressOf` returns it. */
  address: string;
}

/**
 * Finds the person with this email address and password. An unknown address and a wrong password give the
 * same UNAUTHORIZED after the same time.
 * @throws UNAUTHORIZED or RATE_LIMITED
 */
export async function signInByPassword(
  { database, countAttempt }: { database: Pick<Database, "people">; countAttempt: CountAttempt },
  { email: given, password, address }: Attempt,
): Promise<Person> {
  const email = normalizeEmail(given) ?? "";
  await countAttempt({ address, email });
  const found = await database.people.passwordOf(email);
  const isRight = await isPassword(password, found?.passwordHash ?? null, address);
  if (!found || !isRight) throw new ApiError("UNAUTHORIZED", "The email address or the password is wrong.");
  return found.person;
}
