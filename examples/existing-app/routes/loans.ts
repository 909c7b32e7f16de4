import { Readable } from "node:stream";
import { Router } from "express";
import type { Tools } from "../tools.ts";
import { memberOf, signedIn } from "./session.ts";

export function loansRouter({ find, loans }: Tools): Router {
  const router = Router();
  router.use(signedIn);
  router.get("/", (_req, res) => void res.json(loans));
  router.post("/", (req, res) => {
    if (!find(req.body.toolId)) return void res.status(404).json({ error: "There is no such tool." });
    const loan = { id: loans.length + 1, member: memberOf(req) ?? "", ...req.body };
    loans.push(loan);
    res.status(201).json(loan);
  });
  router.get("/export", (_req, res) => {
    const lines = loans.map(({ id, toolId, member, until }) => `${id},${toolId},${member},${until}\n`);
    Readable.from(["id,tool,member,until\n", ...lines]).pipe(res.type("text/csv"));
  });
  return router;
}
