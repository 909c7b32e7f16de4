// The only file that imports openapi-typescript. It gets no more updates and needs the compiler's API, which TypeScript 7
// doesn't have.
export { astToString, resolveRef, transformSchema } from "openapi-typescript";
export { default as ts } from "typescript";
