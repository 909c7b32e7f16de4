import { customAlphabet } from "nanoid";

const randomPart = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);

/** The default request id, such as `req_4k…`. */
export function newRequestId(): string {
  return `req_${randomPart()}`;
}
