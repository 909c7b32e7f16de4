import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { z } from "zod";
import { StripeApiError } from "../conventions/errors.ts";
import { disputeStatuses } from "../payments/disputes.ts";
import type { Control } from "./control.ts";

const advance = z.strictObject({ seconds: z.number().nonnegative() });
const settlement = z.strictObject({ outcome: z.enum(["succeed", "fail"]) });
const refund = z.strictObject({ id: z.string(), amount: z.int().positive().optional() });
const dispute = z.strictObject({
  id: z.string(),
  reason: z.string().optional(),
  amount: z.int().positive().optional(),
  isInquiry: z.boolean().optional(),
});
const decision = z.strictObject({ status: z.enum(disputeStatuses) });

/**
 * Lets people finish what the pages start: time, a bank debit's result, refunds and disputes. These routes
 * need no API key, so don't expose the stand-in to other machines.
 */
export function controlRoutes(control: Control): Router {
  const router = express.Router();
  router.use(express.json());

  router.post("/clock/advance", async (request, response) => {
    await control.advance(advance.parse(request.body).seconds);
    response.json({});
  });
  router.post("/sessions/:id/settle", async (request, response) => {
    await control.settle(request.params.id, settlement.parse(request.body).outcome);
    response.json({});
  });
  router.post("/refunds", async (request, response) => {
    const { id, amount } = refund.parse(request.body);
    response.json(await control.refund(id, amount));
  });
  router.post("/refunds/:id/fail", async (request, response) => {
    response.json(await control.failRefund(request.params.id));
  });
  router.post("/disputes", async (request, response) => {
    const { id, reason, ...extent } = dispute.parse(request.body);
    response.json(await control.dispute(id, reason, extent));
  });
  router.post("/disputes/:id", async (request, response) => {
    response.json(await control.changeDispute(request.params.id, decision.parse(request.body).status));
  });

  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof StripeApiError) response.status(error.status).json({ error: error.message });
    else if (error instanceof z.ZodError) response.status(400).json({ error: z.prettifyError(error) });
    else response.status(500).json({ error: String(error) });
  });
  return router;
}
