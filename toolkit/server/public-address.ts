// The exports for programs that may only send requests to public addresses.

export { ForbiddenAddress, isPublicAddress } from "./webhooks/public-address.ts";
export { requestPublic } from "./webhooks/request-public.ts";
