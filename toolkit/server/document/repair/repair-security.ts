import { isObject, type Node, type Place } from "../walk.ts";
import { isToken } from "./headers-of-http.ts";
import { type Repair, shown } from "./repair-context.ts";

/**
 * Wraps a single alternative in a list, and drops null. Other invalid values stay, so that a typo doesn't open an
 * operation to everyone.
 */
export function repairSecurity(node: Node, place: Place, repair: Repair): Node {
  const { security, ...rest } = node;
  if (security === null) {
    const message =
      "`security` is empty, so it is ignored. Write `[]` for an operation that anyone may call.";
    repair.warn([place, "security"], message);
    return rest;
  }
  if (!isObject(security)) return node;
  repair.warn(
    [place, "security"],
    "`security` must be a list; it is read as a list with this one object. Write a dash before it.",
  );
  return { ...node, security: [security] };
}

/** Whether it can be used to check requests. */
export function isSecurity(security: unknown): boolean {
  return Array.isArray(security) && security.every(isObject);
}

/** IANA's HTTP authentication schemes, and those that are still common. */
const httpSchemes = [
  ..."basic bearer concealed digest dpop gnap hoba mutual negotiate oauth privatetoken scram-sha-1".split(
    " ",
  ),
  ..."scram-sha-256 vapid aws4-hmac-sha256 ntlm hawk".split(" "),
];

/** Drops keywords of a security scheme that aren't strings, and reports what callers need and isn't there. */
export function repairSecurityScheme(scheme: Node, place: Place, repair: Repair): Node {
  const repaired = { ...scheme };
  for (const word of ["type", "scheme", "name", "in", "bearerFormat"]) {
    const value = scheme[word];
    if (value === undefined || typeof value === "string") continue;
    const message = `\`${word}\` must be a text, not ${shown(value)}; it is ignored.`;
    repair.warn([place, word], message);
    delete repaired[word];
  }
  noteIncomplete(repaired, place, repair);
  return repaired;
}

function noteIncomplete(
  { $ref, type, scheme, flows, openIdConnectUrl }: Node,
  place: Place,
  repair: Repair,
): void {
  if (typeof $ref === "string") return;
  const tokens =
    "Tokens are still checked by the scheme's authenticator, but callers can't know where to get one.";
  if (type === "oauth2" && !isObject(flows)) {
    repair.warn([place], `This security scheme has no \`flows\`. ${tokens}`);
  }
  if (type === "openIdConnect" && typeof openIdConnectUrl !== "string") {
    repair.warn([place], `This security scheme has no \`openIdConnectUrl\`. ${tokens}`);
  }
  // Other names are reported as unreadable.
  const isNamed = typeof scheme === "string" && isToken(scheme);
  if (type === "http" && isNamed && !httpSchemes.includes(scheme.toLowerCase())) {
    const message = `${shown(scheme)} isn't a registered HTTP authentication scheme, so tools don't know how to send it. It is read from \`Authorization\`. Write \`bearer\` or \`basic\`, or describe the header as \`apiKey\`.`;
    repair.warn([place, "scheme"], message);
  }
}
