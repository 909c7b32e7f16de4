import { operationsOf, type RawDocument } from "@counterpart/server/document";

/** An operation in a list of changes. */
export interface ListedOperation {
  operationId: string;
  /** As in `GET /pets`. */
  call: string;
}

/** The operations of a bundle, in which path items are inlined and every operation has an operationId. */
export function listOperations({ paths = {} }: RawDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map(({ method, operation }) => ({
      operationId: String(operation.operationId),
      call: `${method.toUpperCase()} ${path}`,
    })),
  );
}

export function operationChanges(before: ListedOperation[], after: ListedOperation[]) {
  const [idsBefore, idsAfter] = [before, after].map(
    (list) => new Set(list.map(({ operationId }) => operationId)),
  );
  const gone = before.filter(({ operationId }) => !idsAfter?.has(operationId));
  const fresh = after.filter(({ operationId }) => !idsBefore?.has(operationId));
  const renamed = gone.flatMap(({ operationId: from, call }) => {
    const now = fresh.find((one) => one.call === call);
    return now ? [{ from, to: now.operationId, call }] : [];
  });
  const isRenamed = ({ call }: ListedOperation) => renamed.some((one) => one.call === call);
  return {
    added: fresh.filter((one) => !isRenamed(one)),
    removed: gone.filter((one) => !isRenamed(one)),
    /** The same call under another operationId. */
    renamed,
  };
}
