import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";

/** A visitor's state, in a signed cookie that only this server can write. */
export interface Visitor {
  cartId?: string;
  /** The number of items in the cart, for the link at the top of each page. */
  pieces: number;
  /** The visitor's completed checkouts, newest first. */
  checkouts: string[];
  /** The signed-in member's session at the shop. */
  memberSessionId?: string;
}

const cookieName = "visitor";
const thirtyDays = 30 * 24 * 3600;

export async function readVisitor(c: Context, secret: string): Promise<Visitor> {
  const text = await getSignedCookie(c, secret, cookieName);
  return { pieces: 0, checkouts: [], ...(text ? JSON.parse(text) : {}) };
}

export async function saveVisitor(c: Context, secret: string, visitor: Visitor): Promise<void> {
  await setSignedCookie(c, cookieName, JSON.stringify(visitor), secret, {
    httpOnly: true,
    // With Strict, the cookie would be missing when the buyer returns from the payment page.
    sameSite: "Lax",
    secure: new URL(c.req.url).protocol === "https:",
    path: "/",
    maxAge: thirtyDays,
  });
}
