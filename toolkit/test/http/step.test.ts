import { expect, test } from "vitest";
import { middlewareStep, type Step, sequence } from "../../server/http/composition/step.ts";
import type { RequestContext } from "../../server/http/context.ts";
import type { ExchangeRequest, ExchangeResponse } from "../../server/http/exchange.ts";

const req = {} as ExchangeRequest;
const context: RequestContext = {
  requestId: "req_1",
  startedAt: 0,
  method: "GET",
  path: "/",
  pathParams: {},
};

/** A response that is ended by the step called `end`. */
function start() {
  const res = { writableEnded: false } as unknown as ExchangeResponse;
  const ran: string[] = [];
  const now =
    (name: string): Step =>
    () =>
      void ran.push(name);
  const later =
    (name: string): Step =>
    async () =>
      void ran.push(name);
  const end: Step = () => {
    ran.push("end");
    Object.assign(res, { writableEnded: true });
  };
  return { res, ran, now, later, end };
}

test("steps run one after the other, also those that wait", async () => {
  const { res, ran, now, later } = start();
  await sequence(now("a"), undefined, later("b"), now("c"))(req, res, context);
  expect(ran).toEqual(["a", "b", "c"]);
});

test("the step that ends the response is the last", async () => {
  const { res, ran, now, later, end } = start();
  await sequence(later("a"), sequence(end, now("b")), now("c"))(req, res, context);
  expect(ran).toEqual(["a", "end"]);
});

test("a step that throws ends the sequence", async () => {
  const { res, ran, now, later } = start();
  const refuse: Step = () => {
    throw new Error("No.");
  };
  expect(() => sequence(now("a"), refuse, now("b"))(req, res, context)).toThrow("No.");
  await expect(sequence(later("a"), refuse, now("b"))(req, res, context)).rejects.toThrow("No.");
  expect(ran).toEqual(["a", "a"]);
});

test("middleware continues with next, refuses with its error, and answers without it", async () => {
  const { res, ran, now } = start();
  const goesOn = middlewareStep(
    (_req, _res, next) => next(),
    async (_req, _res, next) => next(),
  );
  await sequence(goesOn, now("a"))(req, res, context);
  expect(ran).toEqual(["a"]);
  const refuses = middlewareStep((_req, _res, next) => next(new Error("No.")));
  await expect(refuses(req, res, context)).rejects.toThrow("No.");
  const rejects = middlewareStep(async () => {
    throw new Error("Broken.");
  });
  await expect(rejects(req, res, context)).rejects.toThrow("Broken.");
  const answers = sequence(
    middlewareStep(() => {}),
    now("b"),
  );
  void answers(req, res, context);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual(["a"]);
});
