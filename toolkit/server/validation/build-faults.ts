import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { operationPointer } from "../document/path-item.ts";
import type { LeftOut } from "../document/repair/left-out.ts";
import { itemSchema, requestSchema } from "./request-schema.ts";
import { createSchemaCompiler, type SchemaCompiler } from "./schemas/schema-compiler.ts";

/**
 * Finds the operations and webhooks whose validators can't be built. An operation fails too if one of its
 * callbacks fails. The server, the mock and the webhook senders later build the same validators.
 */
export function buildFaults(document: ApiDocument): LeftOut[] {
  const requests = createSchemaCompiler(document, "request");
  const responses = createSchemaCompiler(document, "response");
  const asserted = {
    received: assertions(document, requests, responses),
    sent: assertions(document, responses, requests),
  };
  const served = document.operations.map((operation) => ({
    pointer: operationPointer(operation),
    assert: () => asserted.received(operation),
    what: "This operation can't be served",
  }));
  const sent = document.outgoing.map(({ item, name, operation }) => ({
    pointer:
      operation.path === ""
        ? operationPointer({ ...operation, path: item }).replace("#/paths/", "#/webhooks/")
        : callerPointer(document, item),
    assert: () => asserted.sent(operation),
    what: operation.path === "" ? "This webhook can't be sent" : `Its callback ${name} can't be sent`,
  }));
  return [...served, ...sent].flatMap(({ pointer, assert, what }) => {
    try {
      assert();
      return [];
    } catch (error) {
      const message = `${what}, since its schemas can't be compiled: ${(error as Error).message}.`;
      return [{ pointer, note: { severity: "error" as const, pointer, message } }];
    }
  });
}

/** Pointer of the operation that a callback belongs to: `startJob` for `startJob.onDone`. */
function callerPointer({ operations }: ApiDocument, item: string): string {
  const caller = operations.find(({ operationId }) => item.startsWith(`${operationId}.`));
  return caller ? operationPointer(caller) : "#";
}

/** @returns a function that throws if an operation's schemas can't be compiled */
function assertions(document: ApiDocument, requests: SchemaCompiler, responses: SchemaCompiler) {
  const built = new WeakSet<object>();
  return (operation: DocumentOperation): void => {
    for (const bodyType of [undefined, ...Object.keys(operation.requestBody?.content ?? {})])
      requests.assertCompiles(requestSchema(document, operation, bodyType));
    for (const mediaType of Object.values(operation.requestBody?.content ?? {}))
      if (mediaType?.itemSchema !== undefined) requests.assertCompiles(itemSchema(mediaType));
    for (const { content } of Object.values(operation.responses)) {
      for (const mediaType of Object.values(content)) {
        // Operations share responses.
        if (built.has(mediaType)) continue;
        responses.assertCompiles({ properties: { body: mediaType.schema ?? {} } });
        built.add(mediaType);
      }
    }
  };
}
