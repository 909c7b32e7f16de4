import type { Telemetry } from "@counterpart/server";
import { type ApiError, unavailable } from "@counterpart/server/errors";
import { LRUCache } from "lru-cache";
import * as oauth from "oauth4webapi";
import { atMostEntries } from "../database/at-most-entries.ts";
import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";
import { isSafeIntrospectionUrl } from "../domain/introspection-url.ts";
import { secretHash } from "../domain/secret-hash.ts";
import { boundedFetch } from "./bounded-fetch.ts";

export interface MemberSession {
  store: Store;
  /** The session's identifier in the caller's authentication system. */
  memberSessionId: string;
}

/** Finds the member of a session in the caller's authentication system; undefined when there is none. */
export type ResolveMember = (session: MemberSession) => Promise<string | undefined>;

export interface MemberParts {
  database: Pick<Database, "memberSessions">;
  /** If set, endpoints are only called over https. */
  production: boolean;
  telemetry: Pick<Telemetry, "call">;
}

const timeoutMs = 3000;
/** How long an introspected session is cached. */
const maxStaleMs = 10_000;
const maxCachedSessions = 10_000;

/**
 * Each store resolves its member sessions either at its authentication system's introspection endpoint (RFC
 * 7662) or from sessions registered here. An unavailable endpoint is an error, never an acceptance.
 */
export function createResolveMember({ database, production, telemetry }: MemberParts): ResolveMember {
  const active = new LRUCache<string, string>({ ...atMostEntries(maxCachedSessions), ttl: maxStaleMs });
  return async ({ store, memberSessionId }) => {
    if (store.introspectionUrl === null) {
      return database.memberSessions.member({ storeId: store.id, memberSessionId });
    }
    const key = `${store.id}:${store.introspectionUrl}:${secretHash(memberSessionId)}`;
    const known = active.get(key);
    if (known !== undefined) return known;
    const url = store.introspectionUrl;
    // The command line refuses such an address, but earlier versions accepted it.
    if (!isSafeIntrospectionUrl(url, { production })) {
      throw new Error(
        `The store ${store.slug} looks up member sessions without TLS. Set an https URL with \`stores update ${store.slug} --introspection-url\`.`,
      );
    }
    const member = await telemetry.call("members", "introspect", () =>
      introspect(store, url, memberSessionId),
    );
    if (member !== undefined) active.set(key, member);
    return member;
  };
}

/** Authenticates as the store's client, with HTTP Basic if it has a secret (RFC 6749, 2.3.1). */
async function introspect(store: Store, url: string, token: string): Promise<string | undefined> {
  const server: oauth.AuthorizationServer = { issuer: new URL(url).origin, introspection_endpoint: url };
  const client: oauth.Client = { client_id: store.introspectionClientId ?? store.slug };
  const secret = store.introspectionClientSecret;
  const response = await oauth
    .introspectionRequest(
      server,
      client,
      secret === null ? oauth.None() : oauth.ClientSecretBasic(secret),
      token,
      // The check above decides whether this address may be called without TLS.
      {
        signal: () => AbortSignal.timeout(timeoutMs),
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: boundedFetch,
      },
    )
    .catch((cause: unknown) => {
      throw away(cause);
    });
  if (response.status >= 500) throw away(new Error(`It responded with ${response.status}.`));
  const answer = await oauth.processIntrospectionResponse(server, client, response);
  if (!answer.active) return undefined;
  if (typeof answer.sub !== "string" || answer.sub === "") {
    throw new Error("The introspection response is active, but has no `sub`.");
  }
  return answer.sub;
}

function away(cause: unknown): ApiError {
  return unavailable("The store's authentication system is unavailable. Try again in a few seconds.", {
    cause,
  });
}
