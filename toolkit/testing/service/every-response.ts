import { type ApiDocument, resolve } from "@counterpart/server/document";
import { expect, test } from "vitest";
import type { Exchange } from "../checks/exchange.ts";
import { operationOf } from "./examples.ts";

/**
 * Adds a test that fails unless the preceding tests have received every documented status of an operation,
 * and every documented error code, so that a newly documented response needs a new test.
 */
export function testEveryResponse(
  { document, exchanges }: { document: ApiDocument; exchanges: Exchange[] },
  operationId: string,
): void {
  test(`every documented response of ${operationId} has been received`, () => {
    const given = new Set(
      exchanges
        .filter(({ operation, method }) => operation?.operationId === operationId && method !== "HEAD")
        .flatMap(({ status, body }) => [`${status}`, `${status} ${(body as { code?: string }).code}`]),
    );
    expect(documentedResponses(document, operationId).filter((answer) => !given.has(answer))).toEqual([]);
  });
}

/** `200`, `409 NAME_TAKEN`, `409 CONFLICT` … */
export function documentedResponses(document: ApiDocument, operationId: string): string[] {
  return Object.entries(operationOf(document, operationId).responses).flatMap(([status, { content }]) => {
    const [mediaType] = Object.values(content);
    const body = resolve(document, mediaType?.schema ?? {});
    const codes: string[] = resolve(document, body.properties?.code ?? {}).enum ?? [];
    return codes.length === 0 ? [status] : codes.map((code) => `${status} ${code}`);
  });
}
