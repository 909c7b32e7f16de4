import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";

/** What is remembered of a visitor, in a cookie that only this server can write. */
export interface Visitor {
  cartId?: string;
  /** Pieces in the cart, for the link at the top of each page. */
  pieces: number;
  /** The checkouts that this visitor has finished, newest first. */
  checkouts: string[];
  /** Who is signed in, as the shop knows them. */
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
    // The buyer comes back from the payment page by a link, which Strict would send without the cookie.
    sameSite: "Lax",
    secure: new URL(c.req.url).protocol === "https:",
    path: "/",
    maxAge: thirtyDays,
  });
}
