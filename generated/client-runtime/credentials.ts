// Copied by `counterpart generate`. Don't edit: it is overwritten.

/** Adds a credential to a request; returns the request to send, which may be another one. */
export type AddCredential = (request: Request, credential: string) => Request;

/** `Authorization: Bearer …`, or another scheme with an unencoded credential. */
export function authorization(scheme: string): AddCredential {
  return (request, credential) => {
    request.headers.set("Authorization", `${scheme} ${credential}`);
    return request;
  };
}

/** `Authorization: Basic …`; the credential is `user:password`, sent as UTF-8. */
export const basicAuthorization: AddCredential = (request, credential) => {
  const bytes = new TextEncoder().encode(credential);
  request.headers.set("Authorization", `Basic ${btoa(String.fromCodePoint(...bytes))}`);
  return request;
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
    request.headers.set("Cookie", others === null ? pair : `${others}; ${pair}`);
    return request;
  };
}
