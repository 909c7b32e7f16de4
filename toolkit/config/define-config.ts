/** One OpenAPI document and what belongs to it. Paths are relative to the folder of `counterpart.config.ts`. */
export interface DocumentConfig {
  /** The root file of the hand-written document, or a folder in which it is the only one. */
  spec: string;
  /** The folder that `counterpart generate` writes: the bundle, the types, the client. */
  generated: string;
  /** The folder with one handler per operation, in which `counterpart scaffold` writes stubs. */
  operations: string;
  /** The module that lists all handlers, written by `counterpart scaffold`. */
  handlers: string;
  /** The module that exports `service`, the `ServiceDefinition` of the server. */
  service: string;
  /** What the server's `basePath` is, so that the mock answers at the same paths. */
  basePath?: string;
  /** The folder of the contracts that were released, against which `counterpart compare` judges. */
  released: string;
  /** The module that tells `counterpart fuzz` who calls and which server to start (`FuzzTarget`). */
  fuzzTarget?: string;
  /** What the contract's coverage doesn't ask for, for a time: a JSON file. */
  coverageWaivers: string;
}

export interface CounterpartConfig {
  /** The documents that the project serves. */
  documents: [DocumentConfig];
}

/** What a project leaves out. */
export const defaults: DocumentConfig = {
  spec: "spec",
  generated: "generated",
  operations: "server/operations",
  handlers: "server/handlers.ts",
  service: "server/service.ts",
  released: "spec/released",
  coverageWaivers: "test/coverage-waivers.json",
};

/** The configuration of a project, as the default export of `counterpart.config.ts`; what is left out has a default. */
export function defineConfig(config: { documents: [Partial<DocumentConfig>] }): CounterpartConfig {
  const [document] = config.documents;
  return { documents: [{ ...defaults, ...document }] };
}
