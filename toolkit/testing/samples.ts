// The exports for tools that make values and requests from schemas.

export { exampleOf } from "./samples/example-request.ts";
export { fittingErrorPlans } from "./samples/fitting-error-plan.ts";
export { errorHeaders, type SampleBody, sampleParameter } from "./samples/sample-values.ts";
export { once } from "./samples/values/once.ts";
export { createCompiler } from "./samples/values/values.ts";
