import { customAlphabet } from "nanoid";

const randomPart = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);

/** The server's own id of a request, as in `req_4k…`, where the service makes none. */
export function newRequestId(): string {
  return `req_${randomPart()}`;
}
