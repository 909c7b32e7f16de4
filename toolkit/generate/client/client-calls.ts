import { itemFormat } from "../../client-runtime/item-format.ts";
import type { CallTraits } from "../../client-runtime/prepare-calls.ts";
import type { ItemWriting } from "../../client-runtime/write-items.ts";
import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  resolve,
  type Schema,
} from "../../document/document.ts";
import { hasItems, isReadByItem } from "../../document/item-stream.ts";
import { essence, isJson } from "../../document/media-types.ts";
import { isBinary } from "../../document/schemas/binary.ts";
import { sentPath } from "../../document/selectors.ts";
import { parameterStyles } from "../../samples/parameter-styles.ts";

/** The calls that openapi-fetch alone would send or read wrongly, by method and path. */
export function callTable(document: ApiDocument): Record<string, CallTraits> {
  const entries = document.operations.map((operation): [string, CallTraits] => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    callTraits(document, operation),
  ]);
  return Object.fromEntries(entries.filter(([, traits]) => Object.keys(traits).length > 0));
}

function callTraits(document: ApiDocument, operation: DocumentOperation): CallTraits {
  const { parameters, requestBody, responses } = operation;
  const styles = parameterStyles(document, parameters);
  const path = sentPath(operation.path);
  const body = otherThanJson(requestBody?.content);
  const bodyItems = body === undefined ? undefined : itemWriting(body, requestBody?.content[body]);
  const [success] = Object.keys(responses)
    .filter((status) => status.startsWith("2"))
    .sort();
  const { content } = responses[success ?? "default"] ?? {};
  const answer = otherThanJson(content);
  const items = Object.entries(content ?? {}).some(([name, media]) => hasItems(name, media));
  const jsonEvents = Object.values(content ?? {}).some(({ eventData }) => eventData !== undefined);
  return {
    ...(Object.keys(styles).length > 0 && { styles }),
    ...(path !== operation.path && { path }),
    ...(body !== undefined && { body }),
    ...(bodyItems && { bodyItems }),
    ...(items && { items: true as const }),
    ...(jsonEvents && { jsonEvents: true as const }),
    ...(!items && answer !== undefined && { parseAs: parseAs(answer, content?.[answer]?.schema) }),
  };

  function parseAs(type: string, schema: Schema | undefined): "text" | "blob" {
    if (schema && isBinary(resolve<Schema>(document, schema))) return "blob";
    return /^text\/|[/+]xml$|x-www-form-urlencoded$/.test(essence(type)) ? "text" : "blob";
  }
}

function itemWriting(mediaType: string, documented: MediaType | undefined): ItemWriting | undefined {
  const format = itemFormat(mediaType);
  if (!format || !isReadByItem(mediaType, documented)) return undefined;
  return { format, ...(documented?.eventData && { eventData: documented.eventData }) };
}

/** The first media type, when none of them is JSON. */
function otherThanJson(content: Record<string, MediaType> = {}): string | undefined {
  const types = Object.keys(content);
  const hasJson = types.some((type) => isJson(type) || essence(type) === "*/*");
  return hasJson ? undefined : types[0];
}
