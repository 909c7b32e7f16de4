import { parseCookie } from "cookie";
import type { Request, Response } from "express";

/** The dashboard's cookies. */
export interface Cookies {
  /** The session token; undefined if there is none. */
  session(req: Request): string | undefined;
  setSession(res: Response, token: string | undefined): void;
  /** A secret of this browser, for forms sent before sign-in. */
  browser(req: Request): string | undefined;
  setBrowser(res: Response, token: string): void;
  /** A message for the next page. */
  notice(req: Request): string | undefined;
  setNotice(res: Response, notice: string | undefined): void;
}

/** Milliseconds. The database decides when the session itself ends. */
const sessionMs = 7 * 24 * 60 * 60 * 1000;
const noticeMs = 60_000;

/** @param isSecure whether the dashboard is reached over https, which names with `__Host-` require */
export function createCookies(isSecure: boolean): Cookies {
  const nameOf = (name: string) => `${isSecure ? "__Host-" : ""}counterpart-${name}`;
  const options = { httpOnly: true, secure: isSecure, sameSite: "lax", path: "/" } as const;

  function set(res: Response, name: string, value: string | undefined, maxAge?: number): void {
    if (value === undefined) res.clearCookie(nameOf(name), options);
    else res.cookie(nameOf(name), value, { ...options, ...(maxAge !== undefined && { maxAge }) });
  }

  return {
    session: (req) => tokenIn(req, nameOf("session")),
    setSession: (res, token) => set(res, "session", token, sessionMs),
    browser: (req) => tokenIn(req, nameOf("browser")),
    setBrowser: (res, token) => set(res, "browser", token),
    notice: (req) => {
      const value = valueIn(req, nameOf("notice"));
      return value === undefined ? undefined : Buffer.from(value, "base64url").toString();
    },
    setNotice: (res, notice) =>
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
