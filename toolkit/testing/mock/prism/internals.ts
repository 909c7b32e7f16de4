// Prism exports these only from its build folder. Upgrades can move them, so no other file imports from there.
export { NOT_FOUND } from "@stoplight/prism-http/dist/mocker/errors.js";
export { ProblemJsonError } from "@stoplight/prism-http/dist/types.js";
export { getHttpConfigFromRequest } from "@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js";
export { serialize } from "@stoplight/prism-http-server/dist/serialize.js";
