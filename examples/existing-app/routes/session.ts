import { type Request, type RequestHandler, Router } from "express";

/** The name of the signed-in member. */
export function memberOf(req: Request): string | undefined {
  return (req as Request & { session?: { member?: string } | null }).session?.member;
}

export const signedIn: RequestHandler = (req, res, next) => {
  if (memberOf(req) !== undefined) return next();
  res.status(401).json({ error: "Sign in first." });
};

export function sessionRouter(): Router {
  const router = Router();
  router.post("/", (req, res) => {
    Object.assign(req, { session: { member: req.body.member } });
    res.status(204).end();
  });
  router.delete("/", (req, res) => {
    Object.assign(req, { session: null });
    res.status(204).end();
  });
  return router;
}
