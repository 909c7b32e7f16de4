// The exports for tests and tools that validate requests and responses. Loads ajv.

export { buildFaults } from "./validation/build-faults.ts";
export {
  createOutgoingValidators,
  createValidators,
  type OperationValidators,
  type RequestInput,
} from "./validation/operation-validator.ts";
export { headerFaultFinder } from "./validation/response-headers.ts";
export { compileSchema, faultText } from "./validation/schemas/compile-schema.ts";
export type { Validate } from "./validation/schemas/part-compiler.ts";
export { writeAllValidators } from "./validation/write-all-validators.ts";
