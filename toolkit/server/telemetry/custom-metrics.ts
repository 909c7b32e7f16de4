import { Counter, Gauge, type Registry } from "prom-client";
import type { Telemetry } from "./telemetry.ts";

type GaugeOptions = Parameters<Telemetry["gauge"]>[0];
type CounterOptions = Parameters<Telemetry["counter"]>[0];

/**
 * The metrics of the process and its services. Services may use the same name; the label `document`
 * distinguishes them, without which `document` is undefined.
 */
export function customMetrics(registry: Registry) {
  const registers = [registry];
  const gauges = new Map<string, { labels: Record<string, string>; read: GaugeOptions["read"] }[]>();
  const counters = new Map<string, Counter>();

  return {
    gauge({ name, help, label, read }: GaugeOptions, document?: string): void {
      const labels = labelsFor(document);
      const known = document === undefined ? undefined : gauges.get(name);
      if (known) return void known.push({ labels, read });
      const readers = [{ labels, read }];
      gauges.set(name, readers);
      new Gauge({
        name,
        help,
        labelNames: [label, ...Object.keys(labels)],
        registers,
        collect() {
          for (const one of readers) {
            for (const [value, number] of Object.entries(one.read())) {
              this.set({ [label]: value, ...one.labels }, number);
            }
          }
        },
      });
    },

    counter({ name, help, label }: CounterOptions, document?: string): (value: string) => void {
      const labels = labelsFor(document);
      const known = document === undefined ? undefined : counters.get(name);
      const counter =
        known ?? new Counter({ name, help, labelNames: [label, ...Object.keys(labels)], registers });
      counters.set(name, counter);
      return (value) => counter.inc({ [label]: value, ...labels });
    },
  };
}

function labelsFor(document: string | undefined): Record<string, string> {
  return document === undefined ? {} : { document };
}
