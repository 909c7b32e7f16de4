import { hash } from "node:crypto";
import { ApiError, unavailable } from "@counterpart/server/errors";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import type { Database } from "../database/database.ts";
import type { KeyHolder } from "../database/queries/keys/key-holders.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Clock } from "../domain/clock.ts";
import { boundedFetch } from "./bounded-fetch.ts";

/** An OpenID provider whose access tokens act for a store. */
export interface AgentTokenSettings {
  issuer: string;
  /** The store's slug. */
  store: string;
}

interface AgentTokenParts {
  settings: AgentTokenSettings;
  database: Pick<Database, "stores">;
  /** The URL of the tools. */
  audience: string;
  /** If set, the provider is only called over https. */
  production: boolean;
  clock: Clock;
}

/** What an access token may do; undefined if it is invalid. Throws a temporary error while the issuer is unreachable. */
export type FindTokenHolder = (token: string) => Promise<KeyHolder | undefined>;

const timeoutMs = 3000;
/** How long the issuer isn't called after a failure. */
const pauseMs = 5000;
/** Public-key algorithms only: a shared secret isn't published. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
/** Of access tokens (RFC 9068), and of providers that only say that it is a JWT. */
const types = ["jwt", "at+jwt", "application/at+jwt"];
/** Failures that aren't the token's fault. */
const issuersFaults = ["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"];

/**
 * Verifies access tokens by the issuer's published keys, which are read again after ten minutes, and for an unknown key
 * after 30 seconds. Nothing in a token chooses an address.
 */
export function createFindTokenHolder(parts: AgentTokenParts): FindTokenHolder {
  const { settings, database, audience, clock } = parts;
  const openIssuer = createIssuer(parts);
  const findStore = createFindStore(database, settings.store);

  return async (token) => {
    const { issuer, keys } = await openIssuer();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        requiredClaims: ["sub", "exp"],
        clockTolerance: 5,
        currentDate: new Date(clock()),
      });
      // A token that is bound to a key must not be accepted without proof of that key (RFC 7800).
      if (payload.cnf !== undefined || !isAccessToken(protectedHeader)) return undefined;
      const store = await findStore();
      if (!store) throw new Error(`AGENT_STORE names no store: ${settings.store}.`);
      const isAgent = typeof payload.scope === "string" && payload.scope.split(" ").includes("agent");
      const person = hash("sha256", `${issuer} ${payload.sub}`, "base64url").slice(0, 22);
      return {
        keyId: `token_${person}`,
        storeId: store.id,
        plan: store.plan,
        scopes: isAgent ? ["agent"] : [],
      };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      if (issuersFaults.includes(error.code)) throw away(error);
      return undefined;
    }
  };
}

/** The header is JSON of the issuer's, so its kind may be anything. */
function isAccessToken({ typ }: { typ?: unknown }): boolean {
  return typ === undefined || (typeof typ === "string" && types.includes(typ.toLowerCase()));
}

type FetchInit = { headers: Headers | Record<string, string>; signal?: AbortSignal };

/** The issuer as its metadata names it, and its keys. The metadata is read once, and again after a failure or if the keys can't be read. */
function createIssuer({ settings, production, clock }: AgentTokenParts) {
  const url = new URL(settings.issuer);
  let opened: Promise<{ issuer: string; keys: JWTVerifyGetKey }> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  /** Calls the issuer at most once in five seconds while it fails. */
  async function sparingFetch(address: string, { headers, signal }: FetchInit): Promise<Response> {
    if (clock() - failedAt < pauseMs) throw away();
    try {
      const response = await boundedFetch(address, { headers, redirect: "manual", signal: signal ?? null });
      if (response.status !== 200) throw new Error(`${address} responded with ${response.status}.`);
      return Response.json(await response.json());
    } catch (cause) {
      failedAt = clock();
      throw away(cause);
    }
  }

  async function open() {
    const response = await oauth.discoveryRequest(url, {
      signal: AbortSignal.timeout(timeoutMs),
      [oauth.allowInsecureRequests]: !production,
      [oauth.customFetch]: sparingFetch,
    });
    const { issuer, jwks_uri: address } = await oauth.processDiscoveryResponse(url, response);
    if (address === undefined || (production && new URL(address).protocol !== "https:"))
      throw new Error(`The issuer ${issuer} publishes no keys at an https address.`);
    const published = createRemoteJWKSet(new URL(address), {
      timeoutDuration: timeoutMs,
      [customFetch]: sparingFetch,
    });
    const keys: JWTVerifyGetKey = async (header, token) => {
      try {
        return await published(header, token);
      } catch (error) {
        // They may have moved. Keys that are still used aren't given up for it.
        if (!published.fresh) opened = undefined;
        throw error;
      }
    };
    return { issuer, keys };
  }

  return () => {
    opened ??= open().catch((cause: unknown) => {
      opened = undefined;
      if (cause instanceof ApiError) throw cause;
      failedAt = clock();
      throw away(cause);
    });
    return opened;
  };
}

/** Finds the store by its slug once, and again if it has another one. */
function createFindStore({ stores }: Pick<Database, "stores">, slug: string) {
  let id: string | undefined;
  return async (): Promise<Store | undefined> => {
    const known = id === undefined ? undefined : await stores.find(id);
    if (known?.slug === slug) return known;
    const found = await stores.findBySlug(slug);
    id = found?.id;
    return found;
  };
}

function away(cause?: unknown): ApiError {
  return unavailable("Access tokens can't be checked at the moment. Try again in a few seconds.", { cause });
}
