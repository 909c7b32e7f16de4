// Prism exports these only from its build folder. Upgrades can move them, so no other file imports from there. They load
// nothing else of Prism, which takes most of a second.
export { NOT_FOUND } from "@stoplight/prism-http/dist/mocker/errors.js";
export { ProblemJsonError } from "@stoplight/prism-http/dist/types.js";
export { serialize } from "@stoplight/prism-http-server/dist/serialize.js";
