import type { MockSites } from "@counterpart/testing/mock/pages/local-sites";

/** One OpenAPI document and what belongs to it. Paths are relative to the folder of `counterpart.config.ts`. */
export interface DocumentConfig {
  /**
   * What commands call the document where there are several: `counterpart mock --document v2`. Default: the name of the
   * spec's file, or of its folder where the file is called `openapi.yaml`.
   */
  name: string;
  /** The root file of the hand-written document, or a folder that holds one. Default: `spec`. */
  spec: string;
  /**
   * OpenAPI Overlays 1.0 or 1.1 that are applied to the document in one piece, in this order: how to correct a document
   * that somebody else edits. Default: none.
   */
  overlays?: string[];
  /**
   * The part of a large document that is served: the operations that have one of the tags or are at one of the paths, as
   * the document writes them. A path that ends in `*` stands for all that begin so. Default: all of the document.
   */
  include?: { tags?: string[]; paths?: string[] };
  /** The folder that `counterpart generate` writes: the bundle, the types, the client. Default: `generated`. */
  generated: string;
  /** The folder with one handler per operation, where `counterpart scaffold` writes stubs. Default: `server/operations`. */
  operations: string;
  /** The module that lists all handlers, written by `counterpart scaffold`. Default: `server/handlers.ts`. */
  handlers: string;
  /** The module that exports `service`, the server's `ServiceDefinition`. Default: `server/service.ts`. */
  service: string;
  /**
   * The server's `basePath`, so that the mock and the fuzzer use the same paths; `fuzz` refuses to run where the service has
   * another one. A document whose `servers` share a path needs none: `counterpart generate` puts that before its paths.
   */
  basePath?: string;
  /**
   * Sites that answers lead to, such as a login page's, by origin (`https://login.example.com`): in the mock's answers
   * their addresses become addresses of a small page of its own. Default: none.
   */
  mockSites?: MockSites;
  /** The contract that was last released, with which `counterpart compare` compares. Default: `spec/released/v1.yaml`. */
  released: string;
  /**
   * Texts in Markdown that the reference has as sections behind the document's description, in this order; each begins with
   * `# `. Default: none.
   */
  guides?: string[];
  /** The folder in which `counterpart client` builds the client's package. Default: `packages/client`. */
  clientPackage: string;
  /**
   * The module whose default export (a `FuzzTarget`) tells `counterpart fuzz` who calls and which values exist. By
   * default, only what the document says is known.
   */
  fuzzTarget?: string;
  /** The items that contract coverage waives for a time, a JSON file. Default: `test/coverage-waivers.json`. */
  coverageWaivers: string;
  /**
   * Whether a run of the whole test suite fails when it leaves something unexercised that an implemented operation
   * documents, as `counterpart coverage` always does. Default: false, so that tests can be written one by one.
   */
  coverageRequired: boolean;
}

/** What a project leaves out has a default. */
export interface CounterpartConfig {
  /**
   * The documents that the project serves. The defaults of every document but the first are in folders of its name, such
   * as `generated/v2` and `server/v2/operations`.
   */
  documents: [Partial<DocumentConfig>, ...Partial<DocumentConfig>[]];
}

/** Types the configuration of a project, the default export of `counterpart.config.ts`. */
export function defineConfig(config: CounterpartConfig): CounterpartConfig {
  return config;
}
