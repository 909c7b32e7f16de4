import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ApiError, unavailable } from "@counterpart/server/errors";
import { fairCalls } from "../database/concurrency/fair-calls.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's parameters for 32 MiB per password: 2^15 blocks of 8 × 128 bytes, three times. */
const cost = { log2N: 15, r: 8, p: 3 } as const;
const keyBytes = 32;

/** Characters. NIST SP 800-63B prefers length over composition rules; the maximum bounds the hashed input. */
export const passwordLength = { min: 12, max: 256 } as const;

// Each hash takes 32 MiB and one of four threads, which the process also needs for files and name look-ups.
// Addresses take turns, so many attempts from one delay only each other.
const inTurn = fairCalls({
  maxRunning: 2,
  maxWaitingPerGroup: 12,
  maxWaiting: 100,
  timeoutMs: 20_000,
  refusal: () => unavailable("Too many people are signing in. Try again in a moment."),
});

/** Throws VALIDATION_ERROR with a sentence for the person who chose the password. */
export function checkPassword(password: string, email: string): void {
  const { min, max } = passwordLength;
  const characters = [...password].length;
  if (characters < min || characters > max) {
    throw new ApiError("VALIDATION_ERROR", `A password must have ${min} to ${max} characters.`);
  }
  if (new Set(password).size < 4 || containsName(password, email)) {
    throw new ApiError(
      "VALIDATION_ERROR",
      "This password is too easy to guess: it repeats a few characters or contains your email address.",
    );
  }
}

/** Whether a password contains the local part of the address. Short names occur in many good passwords by chance. */
function containsName(password: string, email: string): boolean {
  const [name = ""] = email.split("@");
  return [...name].length >= minNameLength && password.toLowerCase().includes(name.toLowerCase());
}

const minNameLength = 4;

/**
 * Returns `scrypt$15$8$3$<salt>$<key>`, both base64url. Storing the parameters lets us raise them later.
 * @param address of the client, as `addressOf` returns it
 */
export async function hashPassword(password: string, address: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, { salt, ...cost }, address);
  return ["scrypt", cost.log2N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join(
    "$",
  );
}

/**
 * Takes the same time whether or not there is a hash to compare with.
 * @param hash null when the person has no password, or is unknown
 * @param address of the client, as `addressOf` returns it
 */
export async function isPassword(password: string, hash: string | null, address: string): Promise<boolean> {
  const [, log2N, r, p, salt, key] = (hash ?? noPassword).split("$");
  const expected = Buffer.from(key ?? "", "base64url");
  const parameters = {
    salt: Buffer.from(salt ?? "", "base64url"),
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
  };
  const found = await keyOf(password, parameters, address);
  return timingSafeEqual(found, expected) && hash !== null;
}

/** A hash that matches no password. */
const noPassword = ["scrypt", cost.log2N, cost.r, cost.p, "AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43)].join("$");

interface Parameters {
  salt: Buffer;
  log2N: number;
  r: number;
  p: number;
}

function keyOf(password: string, { salt, log2N, r, p }: Parameters, address: string): Promise<Buffer> {
  const N = 2 ** log2N;
  // Keyboards may encode the same characters differently.
  const text = password.normalize("NFKC").slice(0, passwordLength.max * 2);
  return inTurn(address, () => derive(text, salt, keyBytes, { N, r, p, maxmem: 2 * 128 * N * r }));
}
