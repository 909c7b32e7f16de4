import { afterEach, describe, expect, test, vi } from "vitest";
import type { CallData } from "../../cli/generate/client/client-calls.ts";
import { type RetryOptions, retry as retrying } from "../../client/calls/retry.ts";
import { createTypedClient, type TypedClient } from "../../client/create-typed-client.ts";
import { clientTraits } from "../helpers/client-traits.ts";

interface Ok {
  responses: { 200: { content: { "application/json": { ok: boolean } } } };
}

interface Paths {
  "/pets": {
    get: Ok & { parameters: { query?: { limit?: number } } };
    put: Ok;
    post: Ok & {
      parameters: { header?: { "Idempotency-Key"?: string } };
      requestBody: { content: { "application/json": { name: string } } };
    };
    patch: Ok;
    delete: Ok;
  };
}

type Reply = () => Response | Promise<Response>;

const ok: Reply = () => Response.json({ ok: true });
const failing =
  (status: number, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json({ ok: false }, { status, headers });
const lost: Reply = () => Promise.reject(new TypeError("fetch failed"));

interface Setting {
  timeoutMs?: number;
  retry?: Omit<RetryOptions, "sleep"> | false;
  /** One for each request; the last is repeated. */
  replies: Reply[];
  calls?: Record<string, CallData>;
}

/** A client that doesn't wait, with its sent requests and its delays. */
function start({ replies, calls = {}, retry = {}, timeoutMs }: Setting) {
  const sent: { request: Request; body: string }[] = [];
  const waits: number[] = [];
  const sleep = async (ms: number, signal: AbortSignal) => {
    waits.push(ms);
    signal.throwIfAborted();
  };
  const client: TypedClient<Paths> = createTypedClient<Paths>(
    {
      baseUrl: "http://pets.test",
      fetch: async (request) => {
        sent.push({ request, body: await request.text() });
        const reply = replies[Math.min(sent.length, replies.length) - 1] ?? ok;
        return reply();
      },
      ...(retry && { retry: retrying({ ...retry, sleep }) }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    },
    clientTraits(calls),
  );
  return { client, sent, waits };
}

const body = { name: "Rex" };
const keyed: Record<string, CallData> = { "POST /pets": { idempotency: "key" } };
const keyOf = ({ request }: { request: Request }) => request.headers.get("Idempotency-Key");

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a response is read after its class was replaced, as Hono does", async () => {
  const response = Response.json({ ok: true });
  vi.stubGlobal("Response", class extends Response {});
  const { client } = start({ replies: [() => response] });
  expect(await client.GET("/pets")).toMatchObject({ status: 200, data: { ok: true } });
});

describe("retry", () => {
  test("without retry, a call is sent once", async () => {
    const { client, sent } = start({ replies: [failing(503)], retry: false });
    expect((await client.GET("/pets")).status as number).toBe(503);
    expect(sent.length).toBe(1);
  });

  test.each([429, 500, 502, 503, 504])("a GET is sent again after %i", async (status) => {
    const { client, sent, waits } = start({ replies: [failing(status), ok] });
    expect((await client.GET("/pets")).data).toEqual({ ok: true });
    expect([sent.length, waits.length]).toEqual([2, 1]);
  });

  test("a GET is sent again after its connection is lost", async () => {
    const { client, sent } = start({ replies: [lost, lost, ok] });
    expect((await client.GET("/pets")).data).toEqual({ ok: true });
    expect(sent.length).toBe(3);
  });

  test.each([404, 409])("%i is returned", async (status) => {
    const { client, sent } = start({ replies: [failing(status)] });
    await client.GET("/pets");
    expect(sent.length).toBe(1);
  });

  test("it waits as long as Retry-After demands", async () => {
    const { client, waits } = start({ replies: [failing(429, { "Retry-After": "7" }), ok] });
    await client.GET("/pets");
    expect(waits[0]).toBeGreaterThanOrEqual(7000);
  });

  test("it returns the answer if Retry-After is longer than maxWaitMs, or than the rest of timeoutMs", async () => {
    const replies = [failing(429, { "Retry-After": "7" })];
    for (const options of [{ retry: { maxWaitMs: 6999 } }, { timeoutMs: 6999 }]) {
      const { client, waits } = start({ replies, ...options });
      expect((await client.GET("/pets")).status as number).toBe(429);
      expect(waits).toEqual([]);
    }
  });

  test("the last of maxAttempts is the result", async () => {
    const answered = start({ replies: [failing(503)], retry: { maxAttempts: 4 } });
    expect((await answered.client.GET("/pets")).status as number).toBe(503);
    expect(answered.sent.length).toBe(4);
    const failed = start({ replies: [lost] });
    await expect(failed.client.GET("/pets")).rejects.toThrow("fetch failed");
    expect(failed.sent.length).toBe(3);
  });

  test("PUT and DELETE are sent again by their method; POST and PATCH aren't", async () => {
    const { client, sent } = start({ replies: [failing(503)], retry: { maxAttempts: 2 } });
    await client.PUT("/pets");
    await client.DELETE("/pets");
    await client.PATCH("/pets");
    await client.POST("/pets", { body });
    expect(sent.map(({ request }) => request.method)).toEqual([
      "PUT",
      "PUT",
      "DELETE",
      "DELETE",
      "PATCH",
      "POST",
    ]);
  });

  test("x-idempotent in the document takes precedence", async () => {
    const calls = { "PATCH /pets": { idempotency: true }, "DELETE /pets": { idempotency: false } };
    const { client, sent } = start({ replies: [failing(503)], retry: { maxAttempts: 2 }, calls });
    await client.PATCH("/pets");
    await client.DELETE("/pets");
    expect(sent.map(({ request }) => request.method)).toEqual(["PATCH", "PATCH", "DELETE"]);
  });

  test("the body is the same each time", async () => {
    const { client, sent } = start({ replies: [lost, failing(503), ok], calls: keyed });
    await client.POST("/pets", { body });
    expect(sent.map((one) => one.body)).toEqual(Array(3).fill('{"name":"Rex"}'));
  });

  test.each([
    ["is cancelled", undefined],
    ["may fail", new Error("reset")],
  ])("the body of an answer that isn't returned %s", async (_, failure) => {
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => void (failure && controller.error(failure)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { client } = start({ replies: [() => new Response(body, { status: 503 }), ok] });
    expect((await client.GET("/pets")).data).toEqual({ ok: true });
    expect(isCancelled).toBe(failure === undefined);
  });

  test("an error other than a lost connection is thrown at once", async () => {
    const { client, sent } = start({ replies: [() => Promise.reject(new RangeError("bug"))] });
    await expect(client.GET("/pets")).rejects.toThrow("bug");
    expect(sent.length).toBe(1);
  });

  test("an abort ends the call, also during a wait", async () => {
    const controller = new AbortController();
    const reply: Reply = () => {
      controller.abort(new Error("gone"));
      return failing(503)();
    };
    const { client, sent } = start({ replies: [reply] });
    await expect(client.GET("/pets", { signal: controller.signal })).rejects.toThrow("gone");
    expect(sent.length).toBe(1);
  });

  test("an abort ends the wait itself", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const client = createTypedClient<Paths>(
      {
        baseUrl: "http://pets.test",
        retry: retrying(),
        fetch: async () => failing(503, { "Retry-After": "5" })(),
      },
      {},
    );
    const call = client.GET("/pets", { signal: controller.signal });
    const outcome = expect(call).rejects.toThrow("gone");
    await vi.advanceTimersByTimeAsync(4999);
    controller.abort(new Error("gone"));
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("Idempotency-Key", () => {
  test("each call has its own, and all its requests have the same", async () => {
    const { client, sent } = start({ replies: [failing(503), ok], calls: keyed });
    await client.POST("/pets", { body });
    await client.POST("/pets", { body });
    const [first, second, third] = sent.map(keyOf);
    expect(first).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test("the caller's own key is sent instead", async () => {
    const { client, sent } = start({ replies: [ok], calls: keyed });
    await client.POST("/pets", { body, params: { header: { "Idempotency-Key": "mine" } } });
    await client.POST("/pets", { body, headers: { "Idempotency-Key": "mine too" } });
    expect(sent.map(keyOf)).toEqual(["mine", "mine too"]);
  });

  test("a call without its key is sent once", async () => {
    const { client, sent } = start({ replies: [failing(503)], calls: keyed });
    await client.POST("/pets", { body, headers: { "Idempotency-Key": null } });
    expect(sent.map(keyOf)).toEqual([null]);
  });

  test("409 with Retry-After, while the first request is in progress, is retried", async () => {
    const { client, sent } = start({
      replies: [lost, failing(409, { "Retry-After": "1" }), ok],
      calls: keyed,
    });
    expect((await client.POST("/pets", { body })).data).toEqual({ ok: true });
    expect(sent.length).toBe(3);
  });

  test("operations without one have none", async () => {
    const { client, sent } = start({ replies: [ok] });
    await client.POST("/pets", { body });
    expect(sent.map(keyOf)).toEqual([null]);
  });

  test("in a page without HTTPS, it is random too", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { client, sent } = start({ replies: [ok], calls: keyed });
    await client.POST("/pets", { body });
    vi.unstubAllGlobals();
    expect(sent.map(keyOf)).toEqual([expect.stringMatching(/^[\da-f]{32}$/)]);
  });
});

describe("idleTimeoutMs", () => {
  function startEvents(body: ReadableStream) {
    vi.useFakeTimers();
    const headers = { "Content-Type": "text/event-stream" };
    return createTypedClient<Paths>(
      {
        baseUrl: "http://pets.test",
        timeoutMs: 500,
        idleTimeoutMs: 2000,
        fetch: async () => new Response(body, { headers }),
      },
      clientTraits({ "GET /pets": { answers: { "text/event-stream": "items" } } }),
    );
  }
  const event = new TextEncoder().encode("data: 1\n\n");

  test("a stream that falls silent rejects, and is cancelled", async () => {
    const cancel = vi.fn();
    let stream: ReadableStreamDefaultController | undefined;
    const start = (controller: ReadableStreamDefaultController) => {
      stream = controller;
    };
    const client = startEvents(new ReadableStream({ start, cancel }));
    const { data } = await client.GET("/pets");
    const items = (data as unknown as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    for (let n = 0; n < 3; n++) {
      const next = items.next();
      await vi.advanceTimersByTimeAsync(1999);
      stream?.enqueue(event);
      expect(await next).toEqual({ done: false, value: { data: "1" } });
    }
    const outcome = expect(items.next()).rejects.toMatchObject({
      name: "TimeoutError",
      message: "Nothing arrived for 2000 ms.",
    });
    await vi.advanceTimersByTimeAsync(2000);
    await outcome;
    expect(cancel).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("timeoutMs", () => {
  /** Never answers, and rejects when it is aborted. */
  const silent = ({ signal }: Request) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      if (signal.aborted) reject(signal.reason);
    });

  function startSilent(fetch: (request: Request) => Promise<Response>) {
    vi.useFakeTimers();
    return createTypedClient<Paths>(
      { baseUrl: "http://pets.test", timeoutMs: 2000, retry: retrying(), fetch },
      {},
    );
  }

  test("an unanswered call rejects, and isn't retried", async () => {
    let requests = 0;
    const client = startSilent((request) => {
      requests++;
      return silent(request);
    });
    const outcome = expect(client.GET("/pets")).rejects.toMatchObject({
      name: "TimeoutError",
      message: "The call took over 2000 ms.",
    });
    await vi.advanceTimersByTimeAsync(2000);
    await outcome;
    expect(requests).toBe(1);
  });

  test("a body that never ends rejects", async () => {
    const client = startSilent(async ({ signal }) => {
      const stream = new ReadableStream({
        start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
      });
      return new Response(stream);
    });
    const outcome = expect(client.GET("/pets")).rejects.toMatchObject({ name: "TimeoutError" });
    await vi.advanceTimersByTimeAsync(2000);
    await outcome;
  });

  test("the caller's own signal is respected too", async () => {
    const controller = new AbortController();
    const outcome = expect(startSilent(silent).GET("/pets", { signal: controller.signal })).rejects.toThrow(
      "gone",
    );
    controller.abort(new Error("gone"));
    await outcome;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an answered call leaves no timer", async () => {
    await startSilent(async () => ok()).GET("/pets");
    expect(vi.getTimerCount()).toBe(0);
  });
});
