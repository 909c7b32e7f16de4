import type { Observer } from "../http/observer.ts";

/** Which program runs, in `--version`, `/version`, the log, metrics and traces. */
export interface BuildInfo {
  /** The program's name and version, from the package.json nearest above its entry script. */
  name: string;
  version: string;
  /** The commit it was built from, where BUILD_REVISION says so. */
  revision?: string;
}

/** Metrics and traces of the process. They cost nothing where they are switched off. */
export interface Telemetry {
  /** See every request. */
  observers: Observer[];
  /**
   * Runs a call to another system, and returns what it returns, a promise or not; records its result, its duration, and
   * the request that it was for.
   */
  call<T>(system: string, name: string, run: () => T): T;
  /** Reads values, such as `{ used: 3, idle: 17 }`, whenever the metrics are read. */
  gauge(gauge: { name: string; help: string; label: string; read: () => Record<string, number> }): void;
  /** Counts what happens, by one label. The function that it returns adds one. */
  counter(counter: { name: string; help: string; label: string }): (value: string) => void;
}

export const noopTelemetry: Telemetry = {
  observers: [],
  call: (_system, _name, run) => run(),
  gauge: () => {},
  counter: () => () => {},
};
