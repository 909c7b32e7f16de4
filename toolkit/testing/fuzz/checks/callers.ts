import type { ApiDocument } from "@counterpart/server/document";
import { documentedStatus } from "@counterpart/server/http";
import { own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { isSendable, type Presented } from "../../samples/credentials.ts";
import { choice } from "../../samples/values/arbitraries.ts";
import { character } from "../../samples/values/text.ts";
import { type Check, operationCheck } from "../check.ts";
import type { CompiledOperation } from "../operation.ts";
import { Violation } from "../report/violation.ts";

/** Ways to make the credentials of a request invalid. */
type Spoiled = { kind: "none" } | { kind: "without"; scheme: number } | { kind: "wrong"; token: string };

const wrongTokens = choice(
  fc.constantFrom("wrong", "null", "undefined", "0", "a:b", "Bearer", "*", "%00", "{}"),
  fc.string({ unit: character("token"), minLength: 1, maxLength: 64 }),
);
const spoiled: Arbitrary<Spoiled> = choice<Spoiled>(
  fc.constant({ kind: "none" } as const),
  fc.record({ kind: fc.constant("wrong" as const), token: wrongTokens }),
  fc.record({ kind: fc.constant("without" as const), scheme: fc.nat(3) }),
);

/** Operations that require credentials refuse requests with missing or wrong ones. */
export function credentialsNeeded(compiled: CompiledOperation, { securitySchemes }: ApiDocument): Check[] {
  const { operation } = compiled;
  const { security } = operation;
  const isOpen =
    security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
  // A client certificate isn't part of the request, so it can't be left out.
  const isUnseen = security.some((alternative) =>
    Object.keys(alternative).every((scheme) => !isSendable(own(securitySchemes, scheme))),
  );
  if (isOpen || isUnseen) return [];
  return [
    operationCheck(compiled, "credentials", {
      weight: 3,
      arbitrary: fc.tuple(compiled.valid, spoiled),
      async run([parts, how], session) {
        // The request uses the owner's values, so that there is something to leak.
        const presented = spoil(session.presented(operation, "owner"), how);
        if (how.kind === "without" && suffices(security, presented)) return;
        const { status } = await session.sendParts(compiled, parts, { as: "anonymous", presented });
        // Others answer 403, 404 so that callers can't guess ids, or a redirect.
        const expected = documentedStatus(operation.responses, 401);
        const isRefused = status === expected || (session.isForeign && status >= 300);
        if (!isRefused) {
          throw new Violation(
            "no authentication",
            `${described(how)} should be answered ${expected}, but was answered ${status}.`,
          );
        }
      },
    }),
  ];
}

function spoil(presented: Presented[], how: Spoiled): Presented[] {
  if (how.kind === "none") return [];
  if (how.kind === "without") return presented.filter((_, index) => index !== how.scheme % presented.length);
  return presented.map(({ scheme, definition }) => ({ scheme, definition, value: how.token }));
}

function suffices(security: Record<string, string[]>[], presented: Presented[]): boolean {
  const schemes = presented.map(({ scheme }) => scheme);
  return security.some((alternative) => Object.keys(alternative).every((scheme) => schemes.includes(scheme)));
}

function described({ kind }: Spoiled): string {
  if (kind === "none") return "A request without credentials";
  return kind === "wrong" ? "A request with a wrong credential" : "A request without one of its credentials";
}

/** Requests for the owner's values with another caller's credentials must not return the owner's data. */
export function foreignCallers(compiled: CompiledOperation): Check {
  return operationCheck(compiled, "as another caller", {
    weight: 4,
    arbitrary: compiled.valid,
    async run(parts, session) {
      await session.sendParts(compiled, parts, { as: "other" });
    },
  });
}
