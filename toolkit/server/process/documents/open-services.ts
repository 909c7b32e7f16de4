import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { OpenService, ServiceContext } from "../service-definition.ts";
import type { ReadSettings } from "../settings.ts";
import type { AnyService, ServedDocument } from "./served-document.ts";

export type OpenedServices = Awaited<ReturnType<typeof openServices>>;

type AllSettings = Map<AnyService, unknown>;

/** Reads every service's settings, so that all mistakes are reported at once. */
export function readAllSettings(documents: ServedDocument[]): ReadSettings<AllSettings> {
  const services = servicesOf(documents);
  return (environment) => {
    const settings = new Map(services.map((service) => [service, service.readSettings(environment)]));
    return [...settings.values()].includes(undefined) ? undefined : settings;
  };
}

interface Opening extends Omit<ServiceContext<never>, "settings" | "document" | "telemetry"> {
  settings: AllSettings;
  /** By the name of the service's document; undefined if the server has only one. */
  telemetryFor: (document: string | undefined) => Telemetry;
}

/** Opens each service once, even if documents share it. If one fails to open, the others are closed. */
export async function openServices(
  documents: ServedDocument[],
  { settings, telemetryFor, ...surroundings }: Opening,
) {
  const opened = new Map<AnyService, OpenService<unknown>>();
  const close = async (): Promise<void> => {
    for (const one of [...opened.values()].reverse()) await one.close();
  };
  try {
    for (const service of servicesOf(documents)) {
      const [first, ...others] = documents.filter((one) => one.service === service);
      if (!first) continue;
      // A shared service's metrics belong to no single document.
      const telemetry = telemetryFor(others.length > 0 ? "" : first.name);
      const { document } = first;
      opened.set(
        service,
        await service.open({ ...surroundings, settings: settings.get(service), document, telemetry }),
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  const of = (service: AnyService) => opened.get(service) as OpenService<unknown>;
  return { of, all: [...opened.values()], close };
}

function servicesOf(documents: ServedDocument[]): AnyService[] {
  return [...new Set(documents.map(({ service }) => service))];
}
