import { type ItemFormat, itemFormat, itemReader } from "@counterpart/client/messages";
import type { ApiDocument, DocumentOperation, Schema } from "@counterpart/server/document";
import { documentedMedia, documentedResponse } from "../judge/document/choose-response.ts";
import { createResponseChecks } from "../judge/document/schema-faults.ts";
import { faultText } from "../judge/document/worded-faults.ts";
import type { ReceivedResponse } from "../judge/exchange.ts";
import { valuesOf } from "./header-lines.ts";

/** Checks a stream of items, such as server-sent events, while it passes. */
export interface ItemCheck {
  push: (chunk: Buffer) => void;
  end: () => void;
}

/** What is wrong with an item, or why items aren't checked. */
export interface ItemFinding {
  severity: "error" | "info";
  rule: "response-item" | "unchecked-items";
  /** `item/data/id`; undefined for the stream. */
  part?: string;
  message: string;
}

type OnFinding = (finding: ItemFinding) => void;

/** Characters. A longer item isn't kept, and the rest of its stream isn't checked. */
const maxItemLength = 4 * 1024 * 1024;

export function createItemChecks(document: ApiDocument) {
  const { bodyFaults } = createResponseChecks(document);

  return {
    /** Whether a response is a stream of items. */
    isStream: (response: ReceivedResponse) => streamOf(response) !== undefined,
    /** Undefined if the response isn't a stream of items. */
    start(
      operation: DocumentOperation | undefined,
      method: string,
      response: ReceivedResponse,
      onFinding: OnFinding,
    ): ItemCheck | undefined {
      const stream = streamOf(response);
      if (stream === undefined || method === "HEAD") return undefined;
      const responses = operation ? operation.responses : document.unmatched;
      const media = documentedMedia(
        documentedResponse(responses, response.status)?.content ?? {},
        stream.type,
      );
      const unchecked = (message: string): ItemCheck => {
        onFinding({
          severity: "info",
          rule: "unchecked-items",
          message: `The items aren't checked: ${message}`,
        });
        return { push: () => {}, end: () => {} };
      };
      if (!media?.itemSchema) return unchecked("the document has no `itemSchema` (OpenAPI 3.2) for them.");
      const coding = valuesOf(response.headers, "content-encoding").join();
      if (coding !== "" && coding !== "identity") return unchecked(`they are compressed as ${coding}.`);
      const { itemSchema } = media;
      const isJson = media.eventData !== undefined;
      return checkItems(stream.format, isJson, (item) => itemFault(itemSchema, item), onFinding);
    },
  };

  function itemFault(schema: Schema, item: unknown): Pick<ItemFinding, "part" | "message"> | undefined {
    const faults = bodyFaults(schema, item);
    const [first] = faults;
    if (!first) return undefined;
    const part = `item${first.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")}`;
    return { part, message: `An item is wrong: ${faultText(faults)}.` };
  }
}

function streamOf({ headers }: ReceivedResponse): { type: string; format: ItemFormat } | undefined {
  const [type] = valuesOf(headers, "content-type");
  const format = type === undefined ? undefined : itemFormat(type);
  return type !== undefined && format !== undefined ? { type, format } : undefined;
}

function checkItems(
  format: ItemFormat,
  jsonEvents: boolean,
  faultOf: (item: unknown) => Pick<ItemFinding, "part" | "message"> | undefined,
  onFinding: OnFinding,
): ItemCheck {
  const reader = itemReader(format, { jsonEvents });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let unread = 0;
  let isOver = false;

  const read = (items: Iterable<unknown>): void => {
    for (const item of items) {
      unread = 0;
      const fault = faultOf(item);
      if (fault) onFinding({ severity: "error", rule: "response-item", ...fault });
    }
  };
  const guarded = (check: () => void): void => {
    if (isOver) return;
    try {
      check();
    } catch (error) {
      isOver = true;
      onFinding({
        severity: "error",
        rule: "response-item",
        part: "item",
        message: reasonOf(error as Error),
      });
    }
  };
  return {
    push: (chunk) =>
      guarded(() => {
        unread += chunk.length;
        read(reader.push(decoder.decode(chunk, { stream: true })));
        if (unread <= maxItemLength) return;
        isOver = true;
        const message = "The items aren't checked: one is too long.";
        onFinding({ severity: "info", rule: "unchecked-items", message });
      }),
    end: () =>
      guarded(() => {
        read(reader.push(decoder.decode()));
        read(reader.end());
      }),
  };
}

/** The parser's message quotes the item, which may be secret. */
function reasonOf(error: Error): string {
  if (error instanceof SyntaxError) return "An item isn't JSON.";
  return error instanceof TypeError ? "The items aren't UTF-8." : `An item can't be read: ${error.message}`;
}
