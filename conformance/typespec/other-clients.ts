import type { CallArguments } from "../clients/facts.ts";
import { otherKinds } from "../clients/kinds.ts";
import { type Document, type GeneratedClient, makeClients } from "../clients/make-clients.ts";
import { withinTimeout } from "../clients/within-timeout.ts";
import { argumentsOf } from "./arguments.ts";
import { compareReturned } from "./compare-returned.ts";
import type { Exchange } from "./packages.ts";
import type { Scenario } from "./scenarios.ts";
import { type Found, findOperations, type Service } from "./services.ts";

/** What is wrong with each failing scenario, by its name. */
export type Faults = Map<string, string>;

/** Other generated clients send each scenario's requests to Spector's mock server. */
export async function judgeOtherClients(
  scenarios: Scenario[],
  services: Service[],
  url: string,
  folder: string,
): Promise<Map<string, Faults>> {
  const documents = services.map((service) => ({
    ...(service.document as unknown as Document),
    servers: [{ url: url + prefixOf(service) }],
  }));
  const faults = new Map<string, Faults>();
  for (const client of await makeClients(otherKinds, documents, folder)) {
    const found: Faults = new Map();
    for (const scenario of scenarios) {
      const fault = await faultOf(client, scenario, services, url);
      if (fault !== undefined) found.set(scenario.name, fault);
    }
    faults.set(client.name, found);
  }
  return faults;
}

async function faultOf(
  { calls }: GeneratedClient,
  { folder, exchanges }: Scenario,
  services: Service[],
  url: string,
): Promise<string | undefined> {
  const own = services.filter((service) => service.folder === folder);
  for (const exchange of exchanges) {
    const [found] = findOperations(own, exchange);
    if (!found) return "The document has no such operation.";
    const { service, operation } = found;
    const called = { ...operation, path: operation.template.slice(prefixOf(service).length) };
    const given = await givenTo(found, exchange, url);
    const fault = await withinTimeout(calls[services.indexOf(service)]?.(called, given))
      .then((returned) => compareReturned(returned ?? {}, exchange, url))
      .catch((error: Error) => String(error.cause ?? error));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The path of the server's URL, which `findOperations` has in its templates. */
function prefixOf({ document }: Service): string {
  const [{ url = "/" } = {}] = document.servers as { url?: string }[];
  return new URL(url, "http://localhost").pathname.replace(/\/$/, "");
}

/** The arguments of our client, with the media types, and headers spelled as in a caller's code. */
async function givenTo(found: Found, exchange: Exchange, url: string): Promise<CallArguments> {
  const { params, headers, body } = await argumentsOf(found, exchange, url);
  const request = exchange.request?.body?.contentType;
  // A range such as */* can't be sent as it is.
  const isRange = Object.keys(found.operation.requestContent).some((type) => type.includes("*"));
  const undescribed = Object.entries({ ...headers, ...(isRange && request && { "content-type": request }) });
  return {
    ...params,
    ...(undescribed.length > 0 && {
      headers: Object.fromEntries(undescribed.map(([name, value]) => [spelled(name), value])),
    }),
    ...(body !== undefined && { body }),
    types: {
      // The boundary of a form is the client's.
      request: request?.startsWith("multipart/") ? undefined : request,
      response: exchange.response.body?.contentType,
    },
  };
}

/** `content-type` as `Content-Type`: some clients would send both. */
function spelled(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (text) => text.toUpperCase());
}
