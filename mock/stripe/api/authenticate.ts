import { StripeApiError } from "./errors.ts";

/** Accepts every secret key, as bearer or as the user of basic authentication, and keeps none of them. */
export function authenticate(authorization: string | undefined): void {
  const key = keyIn(authorization);
  if (!key) {
    throw new StripeApiError(
      401,
      "invalid_request_error",
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!key.startsWith("sk_")) {
    throw new StripeApiError(
      401,
      "invalid_request_error",
      "Invalid API Key provided: it does not begin with sk_.",
    );
  }
}

function keyIn(authorization = ""): string {
  const [scheme = "", credentials = ""] = authorization.split(" ", 2);
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return "";
  return Buffer.from(credentials, "base64").toString().split(":", 1)[0] ?? "";
}
