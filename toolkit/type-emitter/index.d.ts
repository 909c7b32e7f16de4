export type { GlobalContext } from "openapi-typescript";
export { astToString, resolveRef, transformSchema } from "openapi-typescript";
export { default as ts } from "typescript";
