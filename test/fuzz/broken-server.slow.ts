import { createFuzzer, type Failure, type Fuzzer, type Oracle } from "@counterpart/testing/fuzz";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Answered, type BrokenServer, type Fault, startBrokenServer } from "./broken-server.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let broken: BrokenServer;
let own: OwnServer;
let fuzzer: Fuzzer;
beforeAll(async () => {
  own = await startOwnServer(async (url) => {
    broken = await startBrokenServer(url);
    return broken;
  });
  fuzzer = createFuzzer(own.target, own.models);
});
afterAll(() => own.close());

type Json = Record<string, never>;

/** Changes the JSON of a success. */
function inData(change: (data: Json) => unknown): NonNullable<Fault["after"]> {
  return (answer) => {
    if (answer.status !== 200 || !answer.body.startsWith('{"data"')) return answer;
    const { data } = JSON.parse(answer.body);
    return { ...answer, body: JSON.stringify({ data: change(data) ?? data }) };
  };
}

function refusal(answer: Answered, status: number, code: string): Answered {
  return { ...answer, status, body: JSON.stringify({ error: "Broken on purpose.", code }) };
}

interface Case {
  title: string;
  fault: () => Fault;
  oracle: Oracle;
  /** The expected smallest case. */
  shrunk: (failure: Failure) => void;
  /** Skips the checks that run earlier and can't find it. */
  only?: string;
}

/** The last request of the case. */
function lastRequest({ exchanges }: Failure) {
  const request = exchanges.at(-1)?.request;
  if (!request) throw new Error("There is no request.");
  return request;
}

const bodyOf = (failure: Failure) => lastRequest(failure).body?.toString() ?? "";
const ownerKey = () => own.target.owner.credentials.apiKey ?? "";
const otherKey = () => own.target.other?.credentials.apiKey ?? "";
const errorHeaders = { "content-type": "application/json; charset=utf-8" };

const cases: Case[] = [
  {
    title: "a missing field",
    fault: () => ({
      after: inData(({ currency: _, ...product }) => ("priceInCents" in product ? product : undefined)),
    }),
    oracle: "body",
    shrunk: (failure) => {
      expect(failure.check).toBe("getProduct: valid");
      expect(failure.message).toContain("/currency is missing");
    },
  },
  {
    title: "a wrong type",
    fault: () => ({
      after: inData((data) =>
        "totals" in data ? { ...data, totals: { ...(data.totals as Json), total: "0" } } : undefined,
      ),
    }),
    oracle: "body",
    shrunk: (failure) => expect(failure.message).toContain("/data/totals/total must be integer"),
  },
  {
    title: "an undocumented status",
    fault: () => ({
      after: (answer) => (answer.status === 404 ? refusal(answer, 410, "NOT_FOUND") : answer),
    }),
    oracle: "undocumented status",
    shrunk: (failure) => expect(failure.message).toContain("410 is not documented"),
  },
  {
    title: "a wrong media type",
    fault: () => ({
      after: (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": "text/html" } }),
    }),
    oracle: "media type",
    shrunk: (failure) => expect(failure.message).toContain("text/html"),
  },
  {
    title: "a missing header",
    fault: () => ({
      after: ({ headers: { "x-request-id": id = "", ...headers }, ...answer }) => ({
        ...answer,
        headers: answer.status === 404 ? headers : { ...headers, "x-request-id": id },
      }),
    }),
    oracle: "header",
    shrunk: (failure) => expect(failure.message).toContain("X-Request-Id"),
  },
  {
    title: "a crash at a bound",
    fault: () => ({
      after: (answer, { body }) =>
        /"productId":.*"quantity":999\b/.test(body) ? refusal(answer, 500, "INTERNAL_ERROR") : answer,
    }),
    oracle: "server error",
    shrunk: (failure) =>
      expect(bodyOf(failure)).toMatch(/^(\{"lines":\[)?\{"productId":"prod_\w+","quantity":999\}(\]\})?$/),
  },
  {
    title: "a crash on null",
    fault: () => ({
      after: (answer, { body }) => (/:null[,}]/.test(body) ? refusal(answer, 500, "INTERNAL_ERROR") : answer),
    }),
    oracle: "server error",
    shrunk: (failure) => expect(bodyOf(failure)).toMatch(/:null[,}]/),
  },
  {
    title: "no validation",
    fault: () => ({
      after: (answer, { body }) =>
        answer.status === 400 && body !== ""
          ? { ...answer, status: 200, headers: { ...answer.headers, etag: '"1"' }, body: someCart }
          : answer,
    }),
    oracle: "invalid request accepted",
    shrunk: (failure) => expect(failure.message).toMatch(/should be refused with 400 or 422/),
  },
  {
    title: "no authentication",
    fault: () => ({
      before: (request) =>
        request.headers.authorization === `Bearer ${otherKey()}`
          ? request
          : { ...request, headers: { ...request.headers, authorization: `Bearer ${ownerKey()}` } },
    }),
    oracle: "no authentication",
    shrunk: (failure) => {
      expect(failure.value).toMatchObject([{}, { kind: "none" }]);
      expect(lastRequest(failure).presented).toEqual([]);
    },
  },
  {
    title: "405 as 404",
    only: "/v1/products/store: other methods",
    fault: () => ({
      after: (answer) => (answer.status === 405 ? refusal(answer, 404, "NOT_FOUND") : answer),
    }),
    oracle: "method",
    shrunk: (failure) => expect(failure.message).toContain("expected 405, not 404"),
  },
  {
    title: "405 without the right methods",
    only: "/v1/cart/{cartId}: other methods",
    fault: () => ({
      after: (answer) => ({
        ...answer,
        headers: { ...answer.headers, ...(answer.status === 405 && { allow: "TRACE" }) },
      }),
    }),
    oracle: "method",
    shrunk: (failure) => expect(failure.message).toContain('Allow says "TRACE"'),
  },
  {
    title: "a response at an unknown path",
    only: "unknown paths",
    fault: () => ({
      after: (answer, { path }) =>
        /\/z[^/]+$/.test(path)
          ? { ...refusal(answer, 401, "UNAUTHORIZED"), headers: { ...answer.headers, ...errorHeaders } }
          : answer,
    }),
    oracle: "unknown path",
    shrunk: (failure) => expect(lastRequest(failure).path).toMatch(/^\/v1\/z/),
  },
  {
    title: "a valid request refused",
    fault: () => ({
      after: (answer, { body }) =>
        Number(/"quantity":(\d+)/.exec(body)?.[1]) >= 50 ? refusal(answer, 400, "VALIDATION_ERROR") : answer,
    }),
    oracle: "valid request refused",
    shrunk: (failure) => expect(JSON.parse(bodyOf(failure)).quantity).toBeLessThanOrEqual(999),
  },
  {
    title: "a response that never arrives",
    fault: () => ({ after: (answer, { method }) => (method === "DELETE" ? undefined : answer) }),
    oracle: "no response",
    shrunk: (failure) => expect(lastRequest(failure).method).toBe("DELETE"),
  },
  {
    title: "a wrong sum",
    only: "story: carts",
    fault: () => ({
      // The second line's first piece is free.
      after: inData((data) => {
        const { lines, totals } = data as {
          lines?: unknown[];
          totals?: { subtotal: number; currency: string };
        };
        if (!lines || !totals || lines.length < 2) return undefined;
        const subtotal = totals.subtotal - 1;
        return { ...data, totals: { ...totals, subtotal, total: subtotal } };
      }),
    }),
    oracle: "model",
    shrunk: (failure) => {
      // Two different products, one of each, and nothing else.
      expect(failure.value).toHaveLength(2);
      expect(failure.value).toMatchObject([
        { do: "add", quantity: 1 },
        { do: "add", quantity: 1 },
      ]);
    },
  },
  {
    title: "another store's data",
    fault: () => ({
      before: (request) =>
        request.method === "GET"
          ? {
              ...request,
              headers: {
                ...request.headers,
                ...(request.headers.authorization === `Bearer ${otherKey()}` && {
                  authorization: `Bearer ${ownerKey()}`,
                }),
              },
            }
          : request,
    }),
    oracle: "foreign data",
    shrunk: (failure) => {
      expect(failure.exchanges.at(-1)).toMatchObject({ as: "other", answer: { status: 200 } });
      expect(failure.message).toMatch(
        /It leaks "(store|prod|cart|chk)_\w+", which belongs to another caller/,
      );
    },
  },
];

const someCart = JSON.stringify({
  data: {
    id: "cart_1",
    storeId: "store_1",
    lines: [],
    totals: { subtotal: 0, total: 0, currency: "eur", hasUnavailableLines: false },
  },
});

const seed = 42;
const runs = 350;

describe("is caught with a small case, and again by its seed and path", () => {
  test.each(cases)("$title", async ({ fault, oracle, shrunk, only }) => {
    broken.fault = fault();
    const run = (again: Partial<Failure> = {}) =>
      fuzzer.run({
        runs,
        seed,
        maxFailures: 1,
        ...(only !== undefined && { check: only }),
        ...(again.check !== undefined &&
          again.path !== undefined && { check: again.check, path: again.path }),
      });
    const { failures } = await run();
    const [failure] = failures;
    if (!failure) throw new Error("Nothing was found.");
    expect(failure.oracle, failure.message).toBe(oracle);
    shrunk(failure);

    const { failures: again, runs: runsAgain } = await run(failure);
    expect(runsAgain).toBe(1);
    expect(again).toMatchObject([{ check: failure.check, oracle, value: failure.value }]);
  });

  test("a case reproduces on a server with other ids", async () => {
    broken.fault = cases.find(({ title }) => title === "a crash at a bound")?.fault() ?? {};
    const { failures } = await fuzzer.run({ runs, seed, maxFailures: 1 });
    const [failure] = failures;
    let another: BrokenServer | undefined;
    const fresh = await startOwnServer(async (url) => {
      another = await startBrokenServer(url);
      another.fault = broken.fault;
      return another;
    });
    const { failures: again } = await createFuzzer(fresh.target, fresh.models).run({
      runs,
      seed,
      check: failure?.check ?? "",
      path: failure?.path ?? "",
    });
    await fresh.close();
    expect(again[0]?.value).toEqual(failure?.value);
    expect(bodyOf(again[0] as Failure)).not.toBe(bodyOf(failure as Failure));
  });

  test("nothing is caught when nothing is broken", async () => {
    broken.fault = {};
    expect((await fuzzer.run({ runs: 200, seed })).failures).toEqual([]);
  });
});
