import { ApiError } from "@counterpart/server/errors";
import { Option } from "commander";
import type { EventEndpoint } from "../../database/queries/events/endpoint.ts";
import type { RecordedEvent } from "../../database/queries/events/events.ts";
import { agentSecretFault } from "../../domain/events/agent-secret.ts";
import type { EventType } from "../../domain/events/event-types.ts";
import { endpointUrl, eventTypeList, filled } from "../input/option-values.ts";
import { readSecret } from "../input/standard-input.ts";
import { instant, withInstants } from "../output/instants.ts";
import { listing } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type Terminal, wrongUsage } from "../terminal.ts";

interface AddOptions {
  url: string;
  types?: EventType[];
  agent?: string;
  agentSecret?: string;
}

/** The most events listed for a store. */
const maxListed = 100;

export function addEventCommands(counterpart: ShopCommand): void {
  const events = counterpart
    .command("events")
    .description("Manage the webhook events that are sent to merchants.");
  addEndpointCommands(
    events.command("endpoints").description("Manage the endpoints that receive a store's events."),
  );

  events
    .addOfStore("list", `List a store's latest ${maxListed} events and their deliveries.`)
    .readsStore(async ({ store, database }) => {
      const list = await database.events.list(store.id, maxListed);
      const heading = ["id", "happened", "type", "about", "endpoint", "status", "attempts", "last response"];
      const rows = list.flatMap(toRows);
      return { value: list.map(recorded), text: listing(heading, rows, "The store has no events.") };
    });

  events
    .addOfStore("resend", "Resend an event, even if it was delivered.")
    .argument("<id>", "the event's id, evt_…, as `events list` shows it")
    .option("--endpoint <id>", "the endpoint to resend to (default: all that subscribe to the event)", filled)
    .changesStore(async ({ store, database, by }, id: string, { endpoint }: { endpoint?: string }) => {
      const address = { storeId: store.id, eventId: id, endpointId: endpoint };
      const endpoints = await database.events.resend(address, by);
      if (endpoints === undefined) {
        throw new ApiError("NOT_FOUND", "The store has no such event, or no such endpoint.");
      }
      const count = endpoints === 1 ? "1 endpoint" : `${endpoints} endpoints`;
      return { value: { id, endpoints }, text: `Resending ${id} to ${count}.` };
    });
}

function addEndpointCommands(endpoints: ShopCommand): void {
  const { terminal } = endpoints;
  const production = terminal.env.NODE_ENV === "production";

  endpoints
    .addOfStore("add", "Add an endpoint. Its signing secret is shown only once.")
    .requiredOption("--url <address>", "the endpoint's URL: https, publicly reachable", (text) =>
      endpointUrl(text, { production }),
    )
    .option("--types <list>", "a comma-separated list of event types (default: all)", eventTypeList)
    .addOption(
      new Option(
        "--agent <key>",
        "the id of an agent's API key, key_…: the endpoint gets the orders that this agent buys (ACP) instead of the store's events",
      ).conflicts("types"),
    )
    .option(
      "--agent-secret <->",
      "the signing secret that the agent gave: - reads it from standard input (default: a new one)",
    )
    .changesStore(async ({ store, database, by }, options: AddOptions) => {
      const { addEndpoint } = await import("../../merchants/events/add-endpoint.ts");
      const { url, types = null, agent: agentKey } = options;
      const agentSecret = await agentSecretOf(options, terminal);
      const wanted = { storeId: store.id, url, types, agentKey, agentSecret };
      const { endpoint, secret } = await addEndpoint(database, wanted, by);
      const { id } = endpoint;
      if (agentSecret !== undefined) return { value: { id }, text: `The endpoint's id is ${id}.` };
      return {
        value: { id, secret },
        text: `${secret}\n\nThe secret is shown only once. The endpoint's id is ${id}.`,
      };
    });

  endpoints
    .addOfStore("list", "List a store's endpoints and whether they are enabled.")
    .readsStore(async ({ store, database }) => {
      const list = await database.eventEndpoints.list(store.id);
      const rows = list.map(({ id, url, types, agentKeys, waiting, disabledAt, disabledReason }) => [
        id,
        url,
        agentKeys === null ? (types?.join(",") ?? "all") : `orders of ${agentKeys.at(-1)}`,
        disabledAt === null ? "enabled" : `disabled since ${instant(disabledAt)}: ${disabledReason}`,
        waiting,
      ]);
      return {
        value: list.map(shown),
        text: listing(["id", "url", "types", "state", "waiting"], rows, "The store has no endpoints."),
      };
    });

  const change = (name: "enable" | "disable" | "remove", description: string, done: string) =>
    endpoints
      .addOfStore(name, description)
      .argument("<id>", "the endpoint's id, ep_…, as `events endpoints list` shows it")
      .changesStore(async ({ store, database: { eventEndpoints }, by }, id: string) => {
        const address = { storeId: store.id, endpointId: id };
        const isKnown =
          name === "disable"
            ? await eventEndpoints.disable(address, "from the command line", by)
            : await eventEndpoints[name](address, by);
        if (!isKnown) throw new ApiError("NOT_FOUND", `The store has no endpoint ${id}.`);
        return { value: { id, done: name }, text: `${id} is ${done}.` };
      });
  change("disable", "Disable an endpoint. Its events wait for as long as they are kept.", "disabled");
  change("enable", "Enable an endpoint and send the events that waited for it.", "enabled");
  change("remove", "Remove an endpoint and the events that wait for it.", "removed");
}

async function agentSecretOf({ agent, agentSecret }: AddOptions, terminal: Terminal) {
  if (agentSecret === undefined) return undefined;
  if (agent === undefined) throw wrongUsage("--agent-secret needs --agent.");
  const secret = await readSecret("agent-secret", agentSecret, terminal);
  const fault = agentSecretFault(secret);
  if (fault !== undefined) throw wrongUsage(`The secret isn't usable. ${fault}`);
  return secret;
}

function shown({ storeId: _, ...endpoint }: EventEndpoint & { waiting: number }) {
  return withInstants(endpoint);
}

function recorded({ deliveries, ...event }: RecordedEvent) {
  return { ...withInstants(event), deliveries: deliveries.map(withInstants) };
}

function toRows({ id, createdAt, type, subjectId, deliveries }: RecordedEvent) {
  const happened = instant(createdAt);
  return deliveries.map(({ endpointId, status, attempts, lastOutcome }) => [
    id,
    happened,
    type,
    subjectId,
    endpointId,
    status,
    attempts,
    lastOutcome,
  ]);
}
