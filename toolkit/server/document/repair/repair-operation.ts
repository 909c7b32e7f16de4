import { isMediaType } from "../media-types.ts";
import { own } from "../own.ts";
import { isObject, type Node, objectIn, type Place } from "../walk.ts";
import { resolvedOrSelf } from "./follow-reference.ts";
import { firstRepeated, isBroken, type Repair, shown } from "./repair-context.ts";
import { repairMcp } from "./repair-mcp.ts";
import { repairSecurity } from "./repair-security.ts";
import { repairServers } from "./repair-servers.ts";

/** Fills in what an operation leaves unspecified. Its parameters are repaired with those of its path. */
export function repairOperation(operation: Node, place: Place, repair: Repair): Node {
  const answered = {
    ...withReadableBody(repairServers(operation, place, repair), place, repair),
    responses: repairResponses(operation.responses, place, repair),
  };
  const repaired = { ...repairSecurity(answered, place, repair) };
  const { tags, operationId } = operation;
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === "string"))) {
    repair.warn([place, "tags"], "`tags` must be a list of names; it is ignored.");
    delete repaired.tags;
  } else if (firstRepeated(tags) !== undefined) {
    repair.warn([place, "tags"], `\`tags\` lists ${shown(firstRepeated(tags))} twice. List each tag once.`);
    repaired.tags = [...new Set(tags)];
  }
  if (operationId !== undefined) repaired.operationId = String(operationId);
  for (const key of ["x-deprecated-since", "x-sunset"]) {
    const date = operation[key];
    if (date === undefined || (typeof date === "string" && !Number.isNaN(Date.parse(date)))) continue;
    const message = `${shown(date)} is not a date, so no header announces it. Write it like 2030-01-31T00:00:00Z.`;
    repair.warn([place, key], message);
    delete repaired[key];
  }
  const scope = operation["x-rate-limit-scope"];
  const limits = repair.raw["x-rate-limits"] ?? {};
  if (scope !== undefined && !(typeof scope === "string" && isObject(own(limits, scope)))) {
    const message = `The rate-limit scope ${shown(scope)} is not in \`x-rate-limits\`, so the limit \`global\` applies, if there is one.`;
    repair.warn([place, "x-rate-limit-scope"], message);
    delete repaired["x-rate-limit-scope"];
  }
  const unknownQuery = operation["x-unknown-query"];
  if (unknownQuery !== undefined && unknownQuery !== "refuse" && unknownQuery !== "ignore") {
    const message = `${shown(unknownQuery)} has no meaning for unknown query parameters, so they are ignored. Write \`refuse\` or \`ignore\`.`;
    repair.warn([place, "x-unknown-query"], message);
    delete repaired["x-unknown-query"];
  }
  if (operation["x-mcp"] !== undefined) repaired["x-mcp"] = repairMcp(operation["x-mcp"], place, repair);
  return repaired;
}

/** Drops a request body without media types, which would refuse every body. */
function withReadableBody(operation: Node, place: Place, repair: Repair): Node {
  const { requestBody, ...rest } = operation;
  const body = resolvedOrSelf(repair.raw, requestBody);
  // A broken reference keeps the operation from being served.
  if (!isObject(body) || isBroken(requestBody, "requestBody", repair)) return operation;
  if (!isObject(body.content) || !Object.keys(body.content).some(isMediaType)) {
    const message =
      "This request body has no media type, so it is ignored: any body is accepted and none is read. Describe it in `content`.";
    repair.warn([place, "requestBody"], message);
    return rest;
  }
  noteBodyOf(String(place?.key), place, repair);
  return operation;
}

/** Reports a body with a method for which HTTP defines no meaning (RFC 9110, 9.3.1, 9.3.2, 9.3.5 and 9.3.8). */
function noteBodyOf(method: string, place: Place, repair: Repair): void {
  const name = method.toUpperCase();
  const meaningless = `HTTP defines no meaning for the body of a ${name} request`;
  if (method === "delete") {
    const message = `${meaningless}, and proxies may drop it. It is read as documented.`;
    repair.inform([place, "requestBody"], message);
  } else if (["get", "head", "trace"].includes(method)) {
    const message = `${meaningless}: browsers and \`fetch\` send none, and proxies drop it. It is read as documented. Write query parameters, or use POST.`;
    repair.warn([place, "requestBody"], message);
  }
}

/** The response of operations that document none: any status with any JSON. */
const unspecified = { default: { description: "Not described.", content: { "application/json": {} } } };

function repairResponses(given: unknown, place: Place, repair: Repair): Node {
  const responses: Node = {};
  for (const [key, response] of Object.entries(objectIn(given))) {
    if (key.startsWith("x-")) continue;
    const status = /^[1-5]xx$/.test(key) ? key.toUpperCase() : key;
    if (status !== key) {
      repair.warn([place, "responses", key], `Write \`${status}\` in upper case; it is read that way.`);
    }
    if (/^([1-5](\d\d|XX)|default)$/.test(status)) responses[status] ??= response;
    else {
      const message = `${key} isn't a status, so the response is ignored. Write a number from 100 to 599, 1XX to 5XX, or default.`;
      repair.warn([place, "responses", key], message);
    }
  }
  const statuses = Object.keys(responses);
  if (statuses.some((status) => !/^[15]/.test(status))) return responses;
  const message =
    statuses.length === 0
      ? "No response is documented, so responses aren't checked. Write `responses`."
      : `No response is documented except ${statuses.join(", ")}, so others aren't checked. Document the response to a valid request.`;
  repair.warn([place], message);
  return { ...responses, ...unspecified };
}
