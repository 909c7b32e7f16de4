import type { Middleware } from "openapi-fetch";

/** Adds a credential to a request; returns the request to send, which may be another one. */
export type AddCredential = (request: Request, credential: string) => Request;

/** Which URLs get the credentials that only some operations with their own servers require. */
export interface OwnServer<Scheme extends string> {
  url: string;
  /** The credentials that this server gets: those that its operations require. */
  schemes: readonly Scheme[];
}

/**
 * Adds the credentials to each request.
 * @param auth a credential for each security scheme in use; read again for every request
 * @param schemes how each scheme adds its credential
 * @param ownServers other servers, which don't get all credentials
 */
export function credentials<Scheme extends string>(
  auth: { [S in Scheme]?: string },
  schemes: Record<Scheme, AddCredential>,
  ownServers?: readonly OwnServer<Scheme>[],
): Middleware {
  return {
    onRequest({ request }) {
      const { origin } = new URL(request.url);
      const servers = ownServers?.filter(({ url }) => new URL(url).origin === origin) ?? [];
      let authorized = request;
      for (const scheme in schemes) {
        const credential = Object.hasOwn(auth, scheme) ? auth[scheme] : undefined;
        const isWanted = servers.length === 0 || servers.some((one) => one.schemes.includes(scheme));
        if (credential !== undefined && isWanted) authorized = schemes[scheme](authorized, credential);
      }
      return authorized;
    },
  };
}

/** `Authorization: Bearer …`, or another scheme with an unencoded credential. */
export function authorization(scheme: string): AddCredential {
  return (request, credential) => header("Authorization")(request, `${scheme} ${credential}`);
}

/** `Authorization: Basic …`; the credential is `user:password`, sent as UTF-8. */
export const basicAuthorization: AddCredential = (request, credential) => {
  const bytes = new TextEncoder().encode(credential);
  return authorization("Basic")(request, btoa(String.fromCodePoint(...bytes)));
};

/** Any header, such as `X-API-Key`. */
export function header(name: string): AddCredential {
  return (request, credential) => {
    request.headers.set(name, credential);
    return request;
  };
}

/** A query parameter. */
export function queryParameter(name: string): AddCredential {
  return (request, credential) => {
    const url = new URL(request.url);
    url.searchParams.set(name, credential);
    return new Request(url, request);
  };
}

/** A cookie, beside the request's others. Browsers ignore it: set the cookie itself there. */
export function cookie(name: string): AddCredential {
  return (request, credential) => {
    const pair = `${name}=${encodeURIComponent(credential)}`;
    const others = request.headers.get("Cookie");
    return header("Cookie")(request, others === null ? pair : `${others}; ${pair}`);
  };
}
