import { describe, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import type { Observed } from "../../testing/proxy/observer.ts";
import { createTrafficCounter } from "../../testing/proxy/summary/count-traffic.ts";
import { type ListedFinding, trafficPage } from "../../testing/proxy/summary/traffic-page.ts";

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Cats & <Dogs>", version: "1.0.0" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        responses: {
          "200": {
            description: "All.",
            headers: {
              "X-Total": { schema: { type: "integer" } },
              Link: { schema: { type: "string" } },
            },
            content: { "application/json": { schema: {} }, "text/csv": { schema: { type: "string" } } },
          },
          "4XX": { description: "Refused." },
        },
      },
      delete: { operationId: "removePets", responses: { "204": { description: "Removed." } } },
    },
  },
});

function observed(
  target: string,
  status: number | undefined,
  headers: [string, string][] = [],
  more: Partial<Observed> & { durationMs?: number } = {},
): Observed {
  const operationId = /^\/pets(\?|$)/.test(target) ? "listPets" : undefined;
  const { durationMs = 1, ...rest } = more;
  return {
    exchange: {
      request: { method: "GET", target, headers: [], body: Buffer.alloc(0) },
      ...(status !== undefined && { response: { status, headers, body: Buffer.alloc(0) } }),
      startedAt: new Date("2026-01-01"),
      durationMs,
    },
    operationId,
    findings: [],
    isLater: false,
    ...rest,
  };
}

function countOf(...all: Observed[]) {
  const counter = createTrafficCounter(document);
  for (const one of all) counter.add(one);
  return counter.count();
}

/** A name that doesn't look like an id. */
function lettersOf(number: number): string {
  return [...`${number}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

describe("the count", () => {
  test("has each documented response with its media types and headers, and what never occurred", () => {
    const [listPets, removePets] = countOf(
      observed("/pets", 200, [
        ["content-type", "application/json; charset=utf-8"],
        ["x-total", "3"],
      ]),
      observed("/pets?limit=1", 404),
      observed("/pets", 500),
    ).operations;
    expect(listPets).toMatchObject({
      requests: 3,
      responses: [
        {
          key: "200",
          count: 1,
          mediaTypes: new Map([
            ["application/json", 1],
            ["text/csv", 0],
          ]),
          headers: new Map([
            ["X-Total", 1],
            ["Link", 0],
          ]),
        },
        { key: "4XX", count: 1 },
      ],
      statuses: new Map([
        [200, 1],
        [404, 1],
        [500, 1],
      ]),
    });
    expect(removePets).toMatchObject({ requests: 0, responses: [{ key: "204", count: 0 }] });
  });

  test("counts a request without a response, and one whose stream has a later finding once", () => {
    const { requests, operations } = countOf(
      observed("/pets", undefined),
      observed("/pets", 200),
      observed("/pets", 200, [], { isLater: true }),
    );
    expect(requests).toBe(2);
    expect(operations[0]).toMatchObject({ requests: 2, unanswered: 1 });
  });

  test("lists a bounded number of requests that match no operation, without ids and queries", () => {
    const { unmatched, furtherUnmatched } = countOf(
      observed("/toys/17?token=secret", 200),
      observed("/toys/18", 404),
      ...Array.from({ length: 300 }, (_, index) => observed(`/none/${lettersOf(index)}`, 404)),
    );
    expect(unmatched[0]).toMatchObject({ path: "/toys/*", requests: 2 });
    expect(unmatched).toHaveLength(200);
    expect(furtherUnmatched).toBe(101);
  });

  test("keeps the ten slowest responses", () => {
    const times = Array.from({ length: 50 }, (_, index) => (index * 7) % 50);
    const { slowest, operations } = countOf(
      ...times.map((durationMs) => observed("/pets", 200, [], { durationMs })),
    );
    expect(slowest.map(({ durationMs }) => durationMs)).toEqual([49, 48, 47, 46, 45, 44, 43, 42, 41, 40]);
    expect(operations[0]?.slowestMs).toBe(49);
  });
});

describe("the page", () => {
  const finding: ListedFinding = {
    finding: {
      severity: "error",
      rule: "response-body",
      place: "GET /pets → 200, body",
      message: "It has <b>\u0000</b>.",
      operationId: "listPets",
      status: 200,
      kind: "response-body: GET /pets → 200, body",
    },
    count: 4,
    sample: "curl -i 'http://localhost/pets?a=<script>'",
  };
  const page = (findings: ListedFinding[], ...all: Observed[]) =>
    trafficPage({
      document,
      server: "http://localhost:8080",
      traffic: countOf(...all),
      findings,
      passed: findings.length === 0,
      remarks: [],
    });

  test("has no scripts or external resources, and escapes names, messages and samples", () => {
    const text = page([finding], observed("/pets", 200), observed("/<script>", 404));
    expect(text).not.toMatch(/<script|<link|<img|href="http|src=/);
    expect(text).not.toContain("\u0000");
    expect(text).toContain("Cats &amp; &lt;Dogs&gt; 1.0.0");
    expect(text).toContain("It has &lt;b&gt;�&lt;/b&gt;.");
  });

  test("says what was called, what never occurred, and what was found", () => {
    const text = page([finding], observed("/pets", 200), observed("/pets", 500));
    expect(text).toContain(
      "1 kind of finding.</strong> 2 requests to http://localhost:8080; 1 of 2 operations called.",
    );
    expect(text).toContain("never called");
    expect(text).toContain("text/csv never");
    expect(text).toContain("undocumented 500 × 1");
    expect(text).toContain("response-body");
  });

  test("doesn't count what is accepted", () => {
    const text = page([{ ...finding, accepted: "until 2026-12-31: Known." }], observed("/pets", 200));
    expect(text).toContain("0 kinds of findings.");
    expect(text).toContain("Accepted until 2026-12-31: Known.");
  });
});
