import type { Observer } from "../http/observer.ts";

/** Identifies the program in `--version`, `/version`, the log, metrics and traces. */
export interface BuildInfo {
  /** The name and version from the nearest package.json above the entry script. */
  name: string;
  version: string;
  /** The commit, from BUILD_REVISION. */
  revision?: string;
}

/** Metrics and traces of the process. They cost nothing if disabled. */
export interface Telemetry {
  /** Observe every request. */
  observers: Observer[];
  /**
   * Runs a call to another system and returns its result or promise; records the outcome, the duration and
   * the request that made it.
   */
  call<T>(system: string, name: string, run: () => T): T;
  /** Reports values such as `{ used: 3, idle: 17 }`, read on every scrape. */
  gauge(gauge: { name: string; help: string; label: string; read: () => Record<string, number> }): void;
  /** Creates a counter with one label; the returned function adds one. */
  counter(counter: { name: string; help: string; label: string }): (value: string) => void;
}

export const noopTelemetry: Telemetry = {
  observers: [],
  call: (_system, _name, run) => run(),
  gauge: () => {},
  counter: () => () => {},
};
