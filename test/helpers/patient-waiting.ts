import { vi } from "vitest";

/** Milliseconds. On a busy machine, a moment may become seconds; a wait that ends early costs nothing. */
const patienceMs = 15_000;

/** Vitest has no setting for how long `vi.waitFor` waits, which by default is a second. */
const { waitFor } = vi;
vi.waitFor = (isSo, options) =>
  waitFor(isSo, typeof options === "number" ? options : { timeout: patienceMs, ...options });
