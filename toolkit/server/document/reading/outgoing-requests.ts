import { operationsOf } from "../path-item.ts";
import { type RawDocument, resolveIn } from "../references.ts";

/** Where a document describes requests that the API sends: a webhook, or one address of a callback. */
interface OutgoingPathItem {
  /** `newPet` of a webhook, `startJob.onDone` of a callback. */
  name: string;
  /** `{$request.body#/callbackUrl}`, of a callback. */
  expression?: string;
  pathItem: Record<string, unknown>;
}

/**
 * Webhooks and the callbacks of operations, in the document's order. What has the name of another one, such as the second
 * address of a callback, gets a number.
 */
export function outgoingPathItems(raw: RawDocument): OutgoingPathItem[] {
  const webhooks = entriesOf(raw.webhooks).map(([name, item]) => ({ name, pathItem: resolveIn(raw, item) }));
  const callbacks = allOperations(raw).flatMap((operation) =>
    entriesOf(operation.callbacks).flatMap(([name, callback]) =>
      entriesOf(resolveIn(raw, callback)).map(([expression, item]) => ({
        name: `${operation.operationId}.${name}`,
        expression,
        pathItem: resolveIn(raw, item),
      })),
    ),
  );
  const taken = new Set<string>();
  return [...webhooks, ...callbacks].map((item) => {
    let name = item.name;
    for (let n = 2; taken.has(name); n++) name = `${item.name}${n}`;
    taken.add(name);
    return { ...item, name };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no static shape before it is read.
function allOperations(raw: RawDocument): any[] {
  return Object.values(raw.paths ?? {}).flatMap((item) => {
    return operationsOf(resolveIn(raw, item)).map(({ operation }) => operation);
  });
}

function entriesOf(named: object | undefined): [string, unknown][] {
  return Object.entries(named ?? {}).filter(([name]) => !name.startsWith("x-"));
}
