import { isMediaType } from "../media-types.ts";
import type { RawDocument } from "../references.ts";
import {
  filterMember,
  isObject,
  type Kind,
  mapDocument,
  type Node,
  objectIn,
  type Place,
  pointerOf,
} from "../walk.ts";
import type { BrokenReference } from "./broken-references.ts";
import { decodeEventData, isEventStream } from "./event-data.ts";
import { isHeaderOfHttp, isToken } from "./headers-of-http.ts";
import { unservable } from "./left-out.ts";
import { followMoved, refersToPart } from "./moved-members.ts";
import { noteMisuse } from "./note-misuse.ts";
import { noteUnsupported } from "./note-unsupported.ts";
import { createRepair, type Repair, shown } from "./repair-context.ts";
import { repairExample, withoutBrokenExtras, withoutReferringExample } from "./repair-examples.ts";
import { repairMcp } from "./repair-mcp.ts";
import { repairMembers } from "./repair-members.ts";
import { repairParameter } from "./repair-parameters.ts";
import { repairPathItem } from "./repair-path-item.ts";
import { repairSecurity, repairSecurityScheme } from "./repair-security.ts";
import { repairServers } from "./repair-servers.ts";
import { noteDialect } from "./schemas/note-dialect.ts";
import { repairSchema } from "./schemas/repair-schema.ts";
import { withoutCircular } from "./schemas/without-circular.ts";

/**
 * Normalizes a document to the form that other code reads. Unsupported constructs are left out and reported, so that the
 * rest can be served and checked. Doesn't change its argument.
 */
export function repairDocument(given: RawDocument) {
  const { raw, notes: circular } = withoutCircular(given);
  const repair = createRepair(raw);
  repair.notes.push(...circular);
  const broken: BrokenReference[] = [];
  let hasEvents = false;
  let hasPartsReferred = false;
  const changed = mapDocument(raw, (written, kind, place) => {
    hasEvents ||= kind === "mediaType" && isEventStream(place);
    hasPartsReferred ||= refersToPart(written, kind);
    const members = repairMembers(written, kind, place, repair);
    const node = withoutReferringExample(
      withoutBrokenExtras(members, kind, place, repair),
      kind,
      place,
      repair,
    );
    if (typeof node.$ref === "string" && stops(kind, place)) {
      const fault = repair.faultOf(node.$ref, kind);
      if (fault !== undefined) broken.push({ pointer: pointerOf(place), ref: node.$ref, fault });
    }
    return repairNode(node, kind, place, repair);
  });
  const mapped = hasPartsReferred ? followMoved(changed, repair.moved) : changed;
  const repaired = hasEvents ? decodeEventData(mapped, repair) : mapped;
  const { leftOut, notes, unusable, stopping } = unservable(
    { ...repaired, openapi: raw.openapi } as RawDocument,
    broken,
  );
  return {
    /** The document as OpenAPI 3.1 or newer, with schemas in JSON Schema 2020-12. */
    raw: repair.is30 ? ({ ...repaired, openapi: "3.1.1" } as RawDocument) : repaired,
    /** What was ignored or reinterpreted, and what can't be served. */
    notes: [...repair.notes, ...notes, ...leftOut.map(({ note }) => note)],
    /** The operations and webhooks that aren't served. `raw` still contains them. */
    leftOut,
    /** Pointers to components that contain or lead to a broken reference. */
    unusable,
    /** Pointers to the broken references that keep an operation or a webhook from being served. */
    stopping,
  };
}

/** Whether a broken reference of this kind keeps an operation from being served. */
function stops(kind: Kind, place: Place): boolean {
  if (["example", "header", "link", "securityScheme"].includes(kind)) return false;
  return place?.within?.key !== "x-unmatched";
}

function repairNode(node: Node, kind: Kind, place: Place, repair: Repair): Node {
  noteUnsupported(node, kind, place, repair);
  noteMisuse(node, kind, place, repair);
  switch (kind) {
    case "document":
      return repairRoot(node, repair);
    case "schema":
      return repairSchema(node, place, repair);
    case "example":
      return repairExample(node, place, repair);
    case "parameter":
      return repairParameter(node, place, repair);
    case "requestBody":
      return repairContent(node, place, repair);
    case "response":
      return repairResponse(repairContent(node, place, repair), place, repair);
    case "securityScheme":
      return repairSecurityScheme(node, place, repair);
    case "pathItem": {
      const { key = "", within } = place ?? {};
      const isPath = within?.key === "paths" && within.within === undefined && typeof node.$ref !== "string";
      return isPath ? repairPathItem(node, key, place, repair) : node;
    }
    default:
      return node;
  }
}

function repairRoot(node: Node, repair: Repair): Node {
  const repaired = { ...repairSecurity(repairServers(node, undefined, repair), undefined, repair) };
  if (isObject(node.paths)) {
    const paths = Object.entries(node.paths).filter(([path]) => !path.startsWith("x-"));
    repaired.paths = Object.fromEntries(paths);
  } else repaired.paths = {};
  if (node["x-rate-limits"] !== undefined)
    repaired["x-rate-limits"] = repairLimits(node["x-rate-limits"], repair);
  if (node["x-mcp"] !== undefined) repaired["x-mcp"] = repairMcp(node["x-mcp"], undefined, repair);
  if (typeof node.jsonSchemaDialect === "string")
    noteDialect(node.jsonSchemaDialect, [undefined, "jsonSchemaDialect"], repair);
  if (!isObject(node.info)) {
    repair.warn([undefined], "The document has no `info`. Write its `title` and `version`.");
    delete repaired.info;
  }
  return repaired;
}

function repairLimits(limits: unknown, repair: Repair): Node {
  const entries = Object.entries(objectIn(limits));
  const kept = entries.filter(([scope, limit]) => {
    if (isObject(limit) && isAboveZero(limit.limit) && isAboveZero(limit.windowSeconds)) return true;
    const message = "A rate limit needs a `limit` and `windowSeconds` above 0; it is ignored.";
    repair.warn([undefined, "x-rate-limits", scope], message);
    return false;
  });
  return Object.fromEntries(kept);
}

function isAboveZero(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

/** Drops what no `Content-Type` can name from the content of a body, such as `json`. */
function repairContent(node: Node, place: Place, repair: Repair): Node {
  return filterMember(node, "content", (name) => {
    if (isMediaType(name)) return true;
    const message = `${shown(name)} isn't a media type, so it is ignored. Write a type and a subtype, as in \`application/json\`, and each media type by itself.`;
    repair.warn([place, "content", name], message);
    return false;
  });
}

/** Drops headers with invalid names and headers that HTTP itself sets. */
function repairResponse(response: Node, place: Place, repair: Repair): Node {
  return filterMember(response, "headers", (name) => {
    if (!isToken(name)) {
      const message = `No header can have the name ${JSON.stringify(name)}; it is ignored.`;
      repair.warn([place, "headers", name], message);
      return false;
    }
    // OpenAPI ignores Content-Type here.
    if (!isHeaderOfHttp(name) && name.toLowerCase() !== "content-type") return true;
    const message = `The server sets the header ${name} itself, so the document's header is ignored. Remove it.`;
    repair.inform([place, "headers", name], message);
    return false;
  });
}
