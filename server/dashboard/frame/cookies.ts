import { parseCookie } from "cookie";
import type { Request, Response } from "express";

export type Cookies = ReturnType<typeof createCookies>;

/** Milliseconds. The database decides when the session itself ends. */
const sessionMs = 7 * 24 * 60 * 60 * 1000;
const noticeMs = 60_000;

/** The dashboard's cookies. @param isSecure whether it is reached over https, which names with `__Host-` require */
export function createCookies(isSecure: boolean) {
  const nameOf = (name: string) => `${isSecure ? "__Host-" : ""}counterpart-${name}`;
  const options = { httpOnly: true, secure: isSecure, sameSite: "lax", path: "/" } as const;

  function set(res: Response, name: string, value: string | undefined, maxAge?: number): void {
    if (value === undefined) res.clearCookie(nameOf(name), options);
    else res.cookie(nameOf(name), value, { ...options, ...(maxAge !== undefined && { maxAge }) });
  }

  return {
    /** The session token; undefined if there is none. */
    session: (req: Request) => tokenIn(req, nameOf("session")),
    setSession: (res: Response, token: string | undefined) => set(res, "session", token, sessionMs),
    /** A secret of this browser, for forms sent before sign-in. */
    browser: (req: Request) => tokenIn(req, nameOf("browser")),
    setBrowser: (res: Response, token: string) => set(res, "browser", token),
    /** A message for the next page. */
    notice: (req: Request) => {
      const value = valueIn(req, nameOf("notice"));
      return value === undefined ? undefined : Buffer.from(value, "base64url").toString();
    },
    setNotice: (res: Response, notice: string | undefined) =>
      set(res, "notice", notice && Buffer.from(notice).toString("base64url"), noticeMs),
  };
}

/** Reads one of our tokens: 256 bits, base64url. */
function tokenIn(req: Request, name: string): string | undefined {
  const value = valueIn(req, name);
  return value !== undefined && value.length === 43 ? value : undefined;
}

/** Our values are all base64url, so they need no decoding. */
function valueIn(req: Request, name: string): string | undefined {
  const value = parseCookie(req.headers.cookie ?? "", { decode: (raw) => raw })[name];
  return value !== undefined && /^[\w-]{1,2000}$/.test(value) ? value : undefined;
}
