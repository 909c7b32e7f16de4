import { ApiError } from "@counterpart/server/errors";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Clock } from "../domain/clock.ts";
import { normalizeEmail } from "../domain/email-address.ts";
import { conflict } from "../domain/error-codes.ts";
import { isStoreSlug, maxSlugLength } from "../domain/store-slug.ts";
import { slugOf } from "../domain/words.ts";
import { inviteToSignUp, newToken } from "./invitations.ts";
import type { CountAttempt } from "./sign-in-limits.ts";

/** Who may create a store in the dashboard: no one, people whom the operator invited, or everyone. */
export const signUpModes = ["off", "invitation", "open"] as const;
export type SignUp = (typeof signUpModes)[number];

interface Parts {
  database: Pick<Database, "people" | "invitations">;
  countAttempt: CountAttempt;
  clock: Clock;
  log: Logger;
}

/**
 * Mails a link that confirms the address. Resolves before the mail is queued, so that the response doesn't reveal anything.
 * @throws RATE_LIMITED, or INVALID_REQUEST for something else than an address
 */
export async function requestSignUp(
  { database, countAttempt, clock, log }: Parts,
  { email: given, address }: { email: string; address: string },
): Promise<void> {
  const email = normalizeEmail(given);
  await countAttempt({ address, ...(email !== undefined && { email }) });
  if (email === undefined) {
    throw new ApiError("INVALID_REQUEST", "Enter an email address, such as ada@example.com.");
  }
  inviteToSignUp(database, email, { clock }).catch((err: unknown) => {
    log.error({ err }, "could not queue the email of a sign-up");
  });
}

/** More would only be names that no one else can use. */
const maxOwnedStores = 10;

export interface WantedStore {
  name: string;
  currency: string;
  /** Where it ships at first, in lower case. */
  country: string;
}

/**
 * Creates a store with this person as its owner, on the free plan and not published.
 * @throws FORBIDDEN when they may not, CONFLICT when they own too many
 */
export async function createOwnStore(
  { people, stores }: Pick<Database, "people" | "stores">,
  personId: string,
  { name, currency, country }: WantedStore,
  signUp: SignUp,
): Promise<Store> {
  if (!(await mayCreateStores({ people }, personId, signUp))) {
    throw new ApiError("FORBIDDEN", "Ask the operator for an invitation to create a store.");
  }
  const owned = (await people.storesOf(personId)).filter(({ role }) => role === "owner");
  if (owned.length >= maxOwnedStores) {
    throw conflict(`You own ${owned.length} stores already. Ask the operator for another one.`);
  }
  const fields = { name, currency, shipsTo: [country] };
  for (const slug of slugsFor(name)) {
    const store = await stores.create({ ...fields, slug }, { kind: "person", id: personId }, personId);
    if (store) return store;
  }
  throw conflict("Too many stores have this name. Choose another one.");
}

export async function mayCreateStores(
  { people }: Pick<Database, "people">,
  personId: string,
  signUp: SignUp,
): Promise<boolean> {
  if (signUp === "off") return false;
  return signUp === "open" || (await people.rightsOf(personId)).mayCreateStores;
}

/** `quay-pottery`, `quay-pottery-2`, …, and at last one that no one guesses. */
function slugsFor(name: string): string[] {
  const plain = (slugOf(name) ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, maxSlugLength - 3);
  const wanted = isStoreSlug(plain) ? plain : "store";
  const numbered = Array.from({ length: 9 }, (_, n) => (n === 0 ? wanted : `${wanted}-${n + 1}`));
  const random = newToken()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 10);
  return [...numbered, `${wanted.slice(0, 40)}-${random}`].filter(isStoreSlug);
}
