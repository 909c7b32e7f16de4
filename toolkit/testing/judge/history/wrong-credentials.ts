import type { Fault, Observed } from "../observe.ts";
import { requiresCredential } from "../request/credentials.ts";
import type { Memory } from "./memory.ts";

/** What is known of a caller's credentials. */
interface Standing {
  /** Operations that refused them with 401, with what they require. */
  refusedBy: Map<string, string>;
  isAccepted: boolean;
}

/** Operations per caller. */
const maxRefusals = 50;

/**
 * A credential that one operation refuses isn't valid for another that requires the same. It counts as valid
 * once it was accepted, and after a request of the same caller that may have activated it, such as a login.
 */
export function refusedCredential(observed: Observed, memory: Memory): Fault[] {
  const { operation, method, status, caller, span } = observed;
  if (!operation || caller === "") return [];
  const key = `standing ${caller}`;
  const isSuccess = status >= 200 && status < 300;
  if (!requiresCredential(observed)) {
    if (isSuccess && method === "POST") memory.forget(key);
    return [];
  }
  const { operationId } = operation;
  const required = JSON.stringify(operation.security);
  const before = memory.recall<Standing>(key);
  const { refusedBy, isAccepted } = before?.value ?? {
    refusedBy: new Map<string, string>(),
    isAccepted: false,
  };
  if (status === 401) {
    if (refusedBy.size < maxRefusals) refusedBy.set(operationId, required);
    memory.remember(key, { span, value: { refusedBy, isAccepted } });
    return [];
  }
  if (!isSuccess) return [];
  const [refusing] = [...refusedBy].find(([id, what]) => id !== operationId && what === required) ?? [];
  const isWrong = refusing !== undefined && !isAccepted && !refusedBy.has(operationId);
  memory.remember(key, { span, value: { refusedBy, isAccepted: isAccepted || !isWrong } });
  if (!isWrong) return [];
  return [
    { message: `${operationId} answered ${status} to a credential that ${refusing} refused with 401.` },
  ];
}

/** Another credential than the documented one, such as a cookie, may be one that the document lacks. */
export function missingCredential(observed: Observed): Fault[] {
  const { status, caller } = observed;
  if (status < 200 || status >= 300 || caller !== "" || !requiresCredential(observed)) return [];
  return [
    {
      message: `The server answered ${status} to a request without the credential that the document requires.`,
    },
  ];
}
