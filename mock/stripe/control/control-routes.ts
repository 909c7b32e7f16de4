import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { z } from "zod";
import { StripeApiError } from "../api/errors.ts";
import type { Control } from "./control.ts";

const keys = z.strictObject({ expired: z.boolean().optional(), lack: z.array(z.string()).optional() });
const delay = z.strictObject({ ms: z.int().nonnegative() });
const second = z.number().nonnegative();

const advance = z.strictObject({ seconds: second });
const webhooks = z.strictObject({
  mode: z.enum(["now", "held", "never"]).optional(),
  endpoints: z
    .array(
      z.strictObject({
        url: z.url(),
        secret: z.string(),
        connect: z.boolean().default(false),
        events: z.array(z.string()).default(["*"]),
      }),
    )
    .optional(),
});
const deliver = z.strictObject({
  ids: z.array(z.string()).optional(),
  order: z.enum(["as_happened", "reverse"]).optional(),
  times: z.int().min(1).max(10).optional(),
});
const failure = z.strictObject({
  how: z.union([z.int().min(400).max(599), z.enum(["hang", "nonsense", "drop"])]),
  requests: z.int().positive().optional(),
  when: z.enum(["before", "after"]).optional(),
  path: z.string().optional(),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  remembered: z.boolean().optional(),
});
const account = z.strictObject({
  chargesEnabled: z.boolean().optional(),
  businessName: z.string().nullable().optional(),
  access: z.boolean().optional(),
  portalSettings: z.literal(true).optional(),
});
const payment = z.strictObject({
  email: z.email(),
  card: z.string().optional(),
  paid: z.enum(["now", "later"]).optional(),
});
const settlement = z.strictObject({ outcome: z.enum(["succeed", "fail"]) });
const refund = z.strictObject({ id: z.string(), amount: z.int().positive().optional() });
const dispute = z.strictObject({ id: z.string(), reason: z.string().optional() });
const disputeChange = z.strictObject({ status: z.enum(["under_review", "won", "lost"]) });
const dunning = z.strictObject({ endsIn: z.enum(["canceled", "unpaid"]), account: z.string().optional() });
const renewals = z.strictObject({ refused: z.boolean() });

/** `Control` over HTTP, for tests in another process. It asks for no key, so keep the stand-in on your own machine. */
export function controlRoutes(control: Control): Router {
  const router = express.Router();
  router.use(express.json());

  router.get("/clock", (_request, response) => {
    response.json({ now: control.now() });
  });
  router.post("/clock/advance", async (request, response) => {
    await control.advance(advance.parse(request.body).seconds);
    response.json({ now: control.now() });
  });
  router.post("/webhooks", (request, response) => {
    control.setWebhooks(defined(webhooks.parse(request.body)));
    response.json({});
  });
  router.get("/events", (_request, response) => {
    response.json(control.events());
  });
  router.post("/events/deliver", async (request, response) => {
    await control.deliver(defined(deliver.parse(request.body ?? {})));
    response.json(control.deliveries());
  });
  router.get("/deliveries", (_request, response) => {
    response.json(control.deliveries());
  });
  router.get("/requests", (_request, response) => {
    response.json(control.requests());
  });
  router.post("/failures", (request, response) => {
    control.fail(failure.parse(request.body));
    response.json({});
  });
  router.delete("/failures", (_request, response) => {
    control.clearFailures();
    response.json({});
  });
  router.post("/delay", (request, response) => {
    control.delayAnswers(delay.parse(request.body).ms);
    response.json({});
  });
  router.post("/keys", (request, response) => {
    const { expired, lack } = keys.parse(request.body);
    if (expired !== undefined) control.expireKeys(expired);
    if (lack) control.denyRights(...lack);
    response.json({});
  });
  router.post("/accounts/:id", (request, response) => {
    const { access, portalSettings, ...change } = account.parse(request.body);
    const { id } = request.params;
    if (access !== undefined) control.setAccess(id, access);
    if (portalSettings) control.savePortalSettings(id);
    response.json(Object.keys(change).length > 0 ? control.setAccount(id, change) : {});
  });
  router.post("/sessions/:id/pay", async (request, response) => {
    response.json({ redirect: await control.pay(request.params.id, defined(payment.parse(request.body))) });
  });
  router.post("/sessions/:id/settle", async (request, response) => {
    await control.settle(request.params.id, settlement.parse(request.body).outcome);
    response.json({});
  });
  router.post("/sessions/:id/expire", async (request, response) => {
    await control.expire(request.params.id);
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
    const { id, reason } = dispute.parse(request.body);
    response.json(await control.dispute(id, reason));
  });
  router.post("/disputes/:id", async (request, response) => {
    const { status } = disputeChange.parse(request.body);
    response.json(await control.changeDispute(request.params.id, status));
  });
  router.post("/dunning", (request, response) => {
    const { endsIn, account } = dunning.parse(request.body);
    control.endDunningIn(endsIn, account);
    response.json({});
  });
  router.post("/subscriptions/:id/renewals", (request, response) => {
    control.refuseRenewals(request.params.id, renewals.parse(request.body).refused);
    response.json({});
  });

  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof StripeApiError) response.status(error.status).json({ error: error.message });
    else if (error instanceof z.ZodError) response.status(400).json({ error: z.prettifyError(error) });
    else response.status(500).json({ error: String(error) });
  });
  return router;
}

/** The given values only, for options that are either said or left out. */
function defined<Given extends object>(
  given: Given,
): { [Name in keyof Given]: Exclude<Given[Name], undefined> } {
  return JSON.parse(JSON.stringify(given));
}
