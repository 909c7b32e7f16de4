import type { RequestHandler } from "express";

/** What can be seen of the process from outside. Where nobody looks, it costs nothing. */
export interface Telemetry {
  /** Express middleware that sees every request. */
  observers: RequestHandler[];
  /** Runs a call to another system; tells how it went, how long it took, and which request it was for. */
  call<T>(system: string, name: string, run: () => Promise<T>): Promise<T>;
  /** Reads values, such as `{ used: 3, idle: 17 }`, whenever somebody asks for the metrics. */
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
