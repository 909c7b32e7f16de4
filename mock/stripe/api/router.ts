import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { ParameterError, refusal, StripeApiError } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import type { Form } from "../conventions/parameters.ts";
import { StripeSdk } from "../conventions/stripe-sdk.ts";
import type { Endpoint, Method } from "../state/endpoint.ts";
import type { State } from "../state/state.ts";
import { expanded, expansionsIn } from "./expand.ts";
import { type Failure, type Failures, failureError } from "./failures.ts";
import type { Answer, IdempotencyKeys } from "./idempotency.ts";
import {
  type ApiKeys,
  authenticate,
  permissionFor,
  permissionsToExpand,
  refuseMissingPermission,
} from "./keys.ts";

/** A request received by the API, without its key, for tests to inspect. */
export interface ReceivedRequest {
  id: string;
  method: string;
  path: string;
  form: Form;
  account: string | null;
  idempotencyKey: string | null;
  /** The permissions that a restricted key needs for it, such as `checkout_session_write`. */
  permissions: string[];
  /** Null while the request is handled, and permanently if a planned failure lost the answer. */
  status: number | null;
  isReplay: boolean;
}

const maxRequests = 1000;

interface ApiParts {
  endpoints: readonly [method: Method, path: string, endpoint: Endpoint][];
  state: State;
  failures: Failures;
  keys: ApiKeys;
  idempotencyKeys: IdempotencyKeys;
  requests: ReceivedRequest[];
}

/** Stripe's API under `/v1`. Checks key, account, permissions and idempotency, then calls the endpoint. */
export function apiRouter({ endpoints, state, failures, keys, idempotencyKeys, requests }: ApiParts): Router {
  const router = express.Router();

  router.use(express.urlencoded({ extended: true, limit: "1mb", parameterLimit: 10_000 }));

  router.use((request, response, next) => {
    const record = recordOf(request);
    requests.push(record);
    if (requests.length > maxRequests) requests.shift();
    const failure = failures.take({ ...record, path: request.originalUrl });
    response.locals = { record, failure };
    response.set({
      "Request-Id": record.id,
      Date: new Date(state.timeline.shownSeconds() * 1000).toUTCString(),
      "Stripe-Version": StripeSdk.API_VERSION,
      "Cache-Control": "no-cache, no-store",
    });
    if (record.account) response.set("Stripe-Account", record.account);
    if (failure && failure.when !== "after") return fail(response, failure);
    response.locals.key = authenticate(request.get("Authorization"), keys);
    refuseOtherBodies(request);
    if (failures.delayMs > 0) setTimeout(next, failures.delayMs);
    else next();
  });

  for (const [method, path, endpoint] of endpoints) {
    const permission = permissionFor(method, path);
    router[method](path, (request: Request, response: Response) => {
      const account = state.account(request.get("Stripe-Account"));
      const { record, key } = response.locals;
      record.permissions = [permission, ...permissionsToExpand(expansionsIn(record.form).paths)];
      for (const needed of record.permissions) refuseMissingPermission(keys, needed, key, account);
      const answer = (): Answer => {
        const { id, form, idempotencyKey }: ReceivedRequest = response.locals.record;
        state.events.cause = { id, idempotency_key: idempotencyKey };
        try {
          const { paths, rest } = expansionsIn(form);
          const body = endpoint({ state, account, id: String(request.params.id ?? ""), form: rest });
          return {
            status: 200,
            body: JSON.stringify(expanded(body, paths, account), null, 2),
            requestId: id,
          };
        } finally {
          state.events.cause = null;
        }
      };
      send(response, method === "post" ? onlyOnce(answer, request, response, account.account.id) : answer());
    });
  }

  /** Returns the answer saved for the idempotency key, or saves the first one. */
  function onlyOnce(answer: () => Answer, request: Request, response: Response, account: string): Answer {
    const { id, form, idempotencyKey: key }: ReceivedRequest = response.locals.record;
    if (!key) return answer();
    response.set("Idempotency-Key", key);
    const keyed = { account, key, endpoint: request.originalUrl, parameters: JSON.stringify(form) };
    const known = idempotencyKeys.recall(keyed, state.timeline.nowMs());
    if (known) {
      response.set({ "Idempotent-Replayed": "true", "Original-Request": known.requestId });
      response.locals.record.isReplay = true;
      return known;
    }
    const first = answerOrRefusal(answer, id);
    idempotencyKeys.save(keyed, first, state.timeline.nowMs());
    return first;
  }

  router.use((request) => {
    throw new StripeApiError(
      404,
      "invalid_request_error",
      `Unrecognized request URL (${request.method}: ${request.originalUrl}), or one that the stand-in does not model.`,
    );
  });

  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const { status, body } = answerTo(error);
    if (status === 401) response.set("WWW-Authenticate", 'Bearer realm="Stripe"');
    if (status === 500) console.error(error);
    send(response, { status, body, requestId: response.locals.record?.id ?? "" });
  });

  return router;
}

function recordOf(request: Request): ReceivedRequest {
  return {
    id: newId("req", 14),
    method: request.method,
    path: request.originalUrl.split("?", 1)[0] ?? "",
    form: { ...request.query, ...request.body },
    account: request.get("Stripe-Account") ?? null,
    idempotencyKey: request.get("Idempotency-Key") ?? null,
    permissions: [],
    status: null,
    isReplay: false,
  };
}

/** Errors are saved like successes, except for invalid parameters, because those requests never started. */
function answerOrRefusal(answer: () => Answer, requestId: string): Answer {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof StripeApiError) || error instanceof ParameterError) throw error;
    return { status: error.status, body: error.body(), requestId };
  }
}

function answerTo(error: unknown): { status: number; body: string } {
  if (error instanceof StripeApiError) return { status: error.status, body: error.body() };
  const isBodyFault =
    error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500;
  if (isBodyFault) return { status: 400, body: refusal(`Invalid request: ${error.message}`).body() };
  return { status: 500, body: new StripeApiError(500, "api_error", String(error)).body() };
}

function refuseOtherBodies(request: Request): void {
  if (request.method === "POST" && request.is("urlencoded") === false) {
    throw refusal(
      "Invalid request (check that your POST content type is application/x-www-form-urlencoded).",
    );
  }
}

function send(response: Response, answer: Answer): void {
  const { record, failure }: { record?: ReceivedRequest; failure?: Failure } = response.locals;
  if (failure?.when === "after") {
    fail(response, failure);
    return;
  }
  if (record) record.status = answer.status;
  response.status(answer.status).type("application/json").send(answer.body);
}

function fail(response: Response, { how }: Failure): void {
  if (how === "hang") return;
  if (how === "drop") {
    response.socket?.destroy();
    return;
  }
  const record: ReceivedRequest = response.locals.record;
  record.status = how === "nonsense" ? 200 : how;
  if (how === "nonsense") response.type("html").send("<html><body>Not what you expected.</body></html>");
  else response.status(how).type("application/json").send(failureError(how).body());
}
