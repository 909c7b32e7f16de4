import { operationsOf } from "../path-item.ts";
import { type RawDocument, resolveIn } from "../references.ts";

/** The path item of a request that the API sends: a webhook, or one URL of a callback. */
interface OutgoingPathItem {
  /** `newPet` for a webhook, `startJob.onDone` for a callback. */
  name: string;
  /** A callback's URL expression, `{$request.body#/callbackUrl}`. */
  expression?: string;
  pathItem: Record<string, unknown>;
}

/**
 * Webhooks and the callbacks of operations, in document order. Duplicate names, such as the second URL of a
 * callback, get a number.
 */
export function outgoingPathItems(raw: RawDocument): OutgoingPathItem[] {
  const webhooks = entriesOf(raw.webhooks).map(([name, item]) => ({ name, pathItem: resolveIn(raw, item) }));
  const operations = Object.values(raw.paths ?? {}).flatMap((item) => operationsOf(resolveIn(raw, item)));
  const callbacks = operations.flatMap(({ operation }) =>
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

function entriesOf(named: object | undefined): [string, unknown][] {
  return Object.entries(named ?? {}).filter(([name]) => !name.startsWith("x-"));
}
