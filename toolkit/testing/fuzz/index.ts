// What an API's own fuzz target imports: callers, existing values, and models.

export type { Credentials } from "../samples/credentials.ts";
export type { KnownValues } from "../samples/known.ts";
export { choice } from "../samples/values/arbitraries.ts";
export { createCompiler } from "../samples/values/values.ts";
export { negatives } from "./broken/negatives.ts";
export type { Model } from "./check.ts";
export type { Answer, As } from "./exchange.ts";
export { createSender, type Sender } from "./http.ts";
export type { Ask, Party, Target } from "./parties.ts";
export { plan } from "./plan.ts";
export { failureReport } from "./report/report.ts";
export { type Oracle, Violation, Violation as Finding } from "./report/violation.ts";
export { createFuzzer, type Failure, type Fuzzer, type Outcome } from "./run.ts";
export { type Session, sessions } from "./session.ts";
export type { FuzzedApi, FuzzTarget } from "./target/target.ts";
