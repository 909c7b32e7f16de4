import { parseCookie } from "cookie";
import type { Request, Response } from "express";

/** What the dashboard keeps in a browser. */
export interface Cookies {
  /** The token of a session; undefined for none. */
  session(req: Request): string | undefined;
  setSession(res: Response, token: string | undefined): void;
  /** A secret of the browser's, for forms before somebody is signed in. */
  browser(req: Request): string | undefined;
  setBrowser(res: Response, token: string): void;
  /** A sentence for the next page. */
  notice(req: Request): string | undefined;
  setNotice(res: Response, notice: string | undefined): void;
}

/** Milliseconds. A session ends on its own terms, which the database knows. */
const sessionMs = 7 * 24 * 60 * 60 * 1000;
const noticeMs = 60_000;

/** @param isSecure whether people reach the dashboard by https, which the names with `__Host-` require */
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

/** A token of ours: 256 bits, base64url. */
function tokenIn(req: Request, name: string): string | undefined {
  const value = valueIn(req, name);
  return value !== undefined && value.length === 43 ? value : undefined;
}

/** All values of ours are base64url, so nothing has to be decoded. */
function valueIn(req: Request, name: string): string | undefined {
  const value = parseCookie(req.headers.cookie ?? "", { decode: (raw) => raw })[name];
  return value !== undefined && /^[\w-]{1,2000}$/.test(value) ? value : undefined;
}
