import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { authenticate } from "./authenticate.ts";
import { createSession, expireSession, listSessionLineItems, retrieveSession } from "./checkout-sessions.ts";
import type { Endpoint } from "./endpoint.ts";
import { ParameterError, StripeApiError } from "./errors.ts";
import { type Answer, IdempotencyKeys } from "./idempotency.ts";
import { newId } from "./ids.ts";
import type { Form } from "./parameters.ts";
import type { State } from "./state.ts";

const endpoints: [method: "get" | "post" | "delete", path: string, endpoint: Endpoint][] = [
  ["post", "/checkout/sessions", createSession],
  ["get", "/checkout/sessions/:id", retrieveSession],
  ["post", "/checkout/sessions/:id/expire", expireSession],
  ["get", "/checkout/sessions/:id/line_items", listSessionLineItems],
];

/** Stripe's API under `/v1`: key, account, idempotency, then the endpoint. */
export function apiRouter(state: State, publicUrl: () => string): Router {
  const router = express.Router();
  const keys = new IdempotencyKeys();
  router.use(express.urlencoded({ extended: true, limit: "1mb", parameterLimit: 10_000 }));
  router.use((request, response, next) => {
    response.locals.requestId = newId("req", 14);
    response.set({ "Request-Id": response.locals.requestId, "Cache-Control": "no-cache, no-store" });
    authenticate(request.headers.authorization);
    next();
  });
  for (const [method, path, endpoint] of endpoints) {
    router[method](path, (request: Request, response: Response) => {
      const form: Form = { ...request.query, ...request.body };
      const account = state.account(request.get("Stripe-Account"));
      const carryOut = (): Answer => {
        const body = endpoint({
          state,
          account,
          path: { ...request.params } as Record<string, string>,
          form,
          publicUrl: publicUrl(),
        });
        return { status: 200, body: JSON.stringify(body, null, 2), requestId: response.locals.requestId };
      };
      const givenKey = request.get("Idempotency-Key");
      if (method !== "post" || !givenKey) return send(response, carryOut());
      const key = `${account.account.id} ${givenKey}`;
      response.set("Idempotency-Key", givenKey);
      const known = keys.begin(key, request.originalUrl, JSON.stringify(form), state.timeline.nowMs());
      if (known) {
        response.set({ "Idempotent-Replayed": "true", "Original-Request": known.requestId });
        return send(response, known);
      }
      try {
        const answer = carryOut();
        keys.save(key, answer);
        send(response, answer);
      } catch (error) {
        const refused = error instanceof StripeApiError ? error : undefined;
        if (refused && !(refused instanceof ParameterError)) {
          keys.save(key, {
            status: refused.status,
            body: JSON.stringify(refused.body(), null, 2),
            requestId: response.locals.requestId,
          });
        } else keys.forget(key);
        throw error;
      }
    });
  }
  router.use((request) => {
    throw new StripeApiError(
      404,
      "invalid_request_error",
      `The stand-in does not know this URL (${request.method}: ${request.baseUrl}${request.path}).`,
    );
  });
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const refusal =
      error instanceof StripeApiError ? error : new StripeApiError(500, "api_error", String(error));
    if (!(error instanceof StripeApiError)) console.error(error);
    send(response, {
      status: refusal.status,
      body: JSON.stringify(refusal.body(), null, 2),
      requestId: response.locals.requestId,
    });
  });
  return router;
}

function send(response: Response, answer: Answer): void {
  response.status(answer.status).type("application/json").send(answer.body);
}
