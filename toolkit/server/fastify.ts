// The exports for servers that are written with Fastify.

export { contract } from "./adapters/fastify/contract.ts";
export type {
  Contract,
  ContractFinding,
  ContractMode,
  ContractOptions,
} from "./adapters/front/contract-options.ts";
export type { DocumentSource } from "./document/open-document.ts";
