import type { Observer } from "../../../toolkit/server/http/observer.ts";
import { openTelemetry as open } from "../../../toolkit/server/telemetry/open-telemetry.ts";
import type { Telemetry } from "../../../toolkit/server/telemetry/telemetry.ts";
import { telemetryIsOn } from "./switch.ts";

/** Telemetry that adds nothing to a request while it is off. */
export const openTelemetry: typeof open = async (settings, log) => {
  const telemetry = await open(settings, log);
  return {
    ...telemetry,
    ...switched(telemetry),
    forDocument: (name) => ({ ...telemetry.forDocument(name), ...switched(telemetry) }),
  };
};

function switched({ observers, call }: Telemetry): Pick<Telemetry, "observers" | "call"> {
  return {
    observers: observers.map(switchedObserver),
    call: (system, name, run) => (telemetryIsOn() ? call(system, name, run) : run()),
  };
}

function switchedObserver(observer: Observer): Observer {
  const { begin, within } = observer;
  return {
    ...(begin && { begin: (context, req) => telemetryIsOn() && begin.call(observer, context, req) }),
    ...(within && {
      within: (req, context, handle) =>
        telemetryIsOn() ? within.call(observer, req, context, handle) : handle(),
    }),
    end: (context, res) => telemetryIsOn() && observer.end(context, res),
  };
}
