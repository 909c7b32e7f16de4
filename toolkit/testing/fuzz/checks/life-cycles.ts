import type { ApiDocument } from "@counterpart/server/document";
import fc from "fast-check";
import { Known } from "../../samples/known.ts";
import { type Check, check } from "../check.ts";
import type { Discovered } from "../discover/discover.ts";
import { nameAt, placeOf, type Resource, resourcePaths, resourcesOf } from "../discover/resources.ts";
import type { FuzzResponse } from "../http.ts";
import { type CompiledOperation, type Parts, withoutOptional } from "../operation.ts";
import { withHeader } from "../request.ts";
import type { SendOptions, Session } from "../session.ts";

type Compiled = ReadonlyMap<string, CompiledOperation>;

/** What is sent with an operation, besides the address. */
interface Step {
  compiled: CompiledOperation;
  parts: Parts;
}

/**
 * Creates a resource, reads, changes and deletes it. The session's judge compares the responses, and knows
 * which of them contradict each other.
 */
export function lifeCycles(document: ApiDocument, compiled: Compiled, discovered: Discovered): Check[] {
  return [...resourcesOf(document).values()].flatMap((resource) => {
    const address = addressOf(resource, discovered);
    const at = (method: string) => operationAt(document, compiled, method, resource.path);
    const read = at("get");
    if (!address || !read) return [];
    const changes = [at("put"), at("patch")].filter((one) => one !== undefined);
    const remove = at("delete");
    const list = resource.list && compiled.get(resource.list.operationId);
    const all = [read, ...changes, ...(remove ? [remove] : []), ...(list ? [list] : [])];
    return check({
      name: `${resource.path}: life cycle`,
      operations: all.map(({ operation }) => operation.operationId),
      weight: 4,
      arbitrary: fc.tuple(...changes.map(({ valid }) => fc.tuple(valid, valid))),
      async run(bodies, session) {
        const step = (one: CompiledOperation, parts: Parts = { parameters: {} }): Step => ({
          compiled: one,
          parts: { ...parts, parameters: { ...parts.parameters, ...addressFor(one, address) } },
        });
        const reading = step(read);
        const tag = await look(session, reading, list && step(list));
        for (const [index, one] of changes.entries()) {
          for (const parts of bodies[index] ?? []) {
            // Conditions would end most cases early.
            const change = step(one, withoutOptional(one, parts));
            await send(session, change);
            await send(session, reading);
            if (one.operation.method === "put") await send(session, change);
            await send(session, reading);
            if (tag !== undefined) await sendStale(session, { reading, change, tag });
          }
        }
        if (session.hasOther) await send(session, reading, { as: "other" });
        if (!remove) return;
        await send(session, step(remove));
        await look(session, reading, list && step(list));
        for (const [index, one] of changes.entries()) {
          const [parts] = bodies[index] ?? [];
          if (parts) await send(session, step(one, withoutOptional(one, parts)));
        }
      },
    });
  });
}

/** Reads a resource twice, its headers alone, and its collection. Returns the resource's entity tag. */
async function look(session: Session, reading: Step, listing: Step | undefined): Promise<string | undefined> {
  await send(session, reading);
  const { headers } = await send(session, reading);
  await send(session, reading, {
    // A framework may not know HEAD.
    isUnusual: true,
    change: (request) => ({ ...request, method: "HEAD" }),
  });
  if (listing) await send(session, listing);
  return headers.etag;
}

/** Sends the tag of an earlier version: a read isn't answered 304, and a change is refused if 412 is documented. */
async function sendStale(
  session: Session,
  { reading, change, tag }: { reading: Step; change: Step; tag: string },
): Promise<void> {
  await send(session, reading, { change: (request) => withHeader(request, ["If-None-Match", tag]) });
  if (change.compiled.operation.responses["412"] !== undefined)
    await send(session, change, { change: (request) => withHeader(request, ["If-Match", tag]) });
}

function send(session: Session, { compiled, parts }: Step, options: SendOptions = {}): Promise<FuzzResponse> {
  return session.sendParts(compiled, parts, options);
}

/** Placeholders for a resource that is created for one case; undefined if the run can't create any. */
function addressOf({ path }: Resource, discovered: Discovered): Known[] | undefined {
  const known = discovered.knownFor({ method: "delete", path });
  const names = resourcePaths(path).map(nameAt);
  const address = names.flatMap((name) => {
    const [value] = known[name] ?? [];
    return value ? new Known(name, value.label) : [];
  });
  return address.length === names.length ? address : undefined;
}

/** The address as an operation's path parameters, whatever their names. */
function addressFor({ operation }: CompiledOperation, address: Known[]): Record<string, Known> {
  const names = resourcePaths(operation.path).map(nameAt);
  return Object.fromEntries(
    address.slice(0, names.length).map((known, index) => [`path ${names[index]}`, known]),
  );
}

function operationAt(
  { operations }: Pick<ApiDocument, "operations">,
  compiled: Compiled,
  method: string,
  path: string,
): CompiledOperation | undefined {
  const found = operations.find((one) => one.method === method && placeOf(one.path) === placeOf(path));
  return found && compiled.get(found.operationId);
}
