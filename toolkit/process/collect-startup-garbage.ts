import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options: { type: "major"; flavor: "last-resort" }) => void;

/**
 * Collects what a start leaves behind, which V8 itself would do only after some minutes without requests. Gives some 20
 * of 130 MB back. The event loop stands still meanwhile, for 50 ms with 13 operations, so it is for the moment before
 * the first request.
 */
export function collectStartupGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: Collect = runInNewContext("gc");
  // No other context needs it.
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", flavor: "last-resort" });
}
