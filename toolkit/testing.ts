// What tests of an API import, besides "@counterpart/toolkit".

export { type Difference, differences } from "./mock/differences.ts";
export { type Mock, type SharedMock, startMock, startSharedMock } from "./mock/start-mock.ts";
export * from "./testing/index.ts";
