import { exportInThread as open } from "../../../toolkit/server/telemetry/export-in-thread.ts";
import { whenTelemetryIsOn } from "./switch.ts";

/** Sends spans only while telemetry is on, so that it isn't taken for a cost of the other requests. */
export const exportInThread: typeof open = (destination) => {
  const exporter = open(destination);
  return {
    ...exporter,
    export: (spans, done) => whenTelemetryIsOn(() => exporter.export(spans, done)),
  };
};
