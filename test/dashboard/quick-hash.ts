import { scryptSync } from "node:crypto";

/** A hash as `hashPassword` returns it, with parameters that take a thousandth of the time. */
export function quickHash(password: string): string {
  const salt = Buffer.from("salt");
  const key = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
  return ["scrypt", 4, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
}
