import type { RequestHandler } from "express";

/** Tells every answer in one line, and of a refusal the reason. */
export function requestLines(tell: (line: string) => void): RequestHandler {
  return (req, res, next) => {
    const { method, url } = req;
    res.once("finish", () => {
      const reason = res.locals.reason === undefined ? "" : ` ${res.locals.reason}`;
      tell(`${method} ${url} → ${res.statusCode}${reason}`);
    });
    next();
  };
}
