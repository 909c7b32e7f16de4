// The exports for applications and pages that are written with Express.

export { type ContractMiddleware, contract } from "./adapters/express/contract.ts";
export { expressHandler, expressPages, type Page } from "./adapters/express/express-pages.ts";
export type {
  Contract,
  ContractFinding,
  ContractMode,
  ContractOptions,
} from "./adapters/front/contract-options.ts";
export type { DocumentSource } from "./document/open-document.ts";
