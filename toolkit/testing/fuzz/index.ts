// What an API's own fuzz target imports: callers, existing values, and models; and what the command `fuzz` runs.

export type { Credentials } from "../samples/credentials.ts";
export type { KnownValues } from "../samples/known.ts";
export { choice } from "../samples/values/arbitraries.ts";
export { createCompiler } from "../samples/values/values.ts";
export { negatives } from "./broken/negatives.ts";
export type { Model } from "./check.ts";
export type { As, FuzzResponse } from "./http.ts";
export { createSender, type Sender } from "./http.ts";
export { notesText } from "./notes.ts";
export type { Ask, Party, Target } from "./parties.ts";
export { plan } from "./plan.ts";
export { nonconformingAdvice } from "./report/advice.ts";
export { failureReport, jsonReport, skippedText, summary } from "./report/report.ts";
export { type Oracle, Violation, Violation as Finding } from "./report/violation.ts";
export { createFuzzer, type Failure, type Fuzzer, type Outcome, type RunOptions } from "./run.ts";
export { type Session, sessions } from "./session.ts";
export { anyTarget, type FuzzedApi, type FuzzTarget, foreignTarget } from "./target/any-target.ts";
export { unlistedAdvice } from "./unlisted.ts";
