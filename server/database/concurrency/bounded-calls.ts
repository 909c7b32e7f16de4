import { type FairBounds, fairCalls } from "./fair-calls.ts";

export type BoundedCalls = ReturnType<typeof boundCalls>;

/** Bounds the calls to a slow system: a call that can't start soon is rejected. They start in order of arrival. */
export function boundCalls(bounds: Omit<FairBounds, "maxWaitingPerGroup">) {
  const calls = fairCalls({ ...bounds, maxWaitingPerGroup: bounds.maxWaiting });
  return Object.assign(<T>(run: () => Promise<T>): Promise<T> => calls("", run), { load: calls.load });
}
