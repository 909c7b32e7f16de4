import type { MockSites } from "@counterpart/testing/mock";

/** An OpenAPI document and its files. Paths are relative to the folder of `counterpart.config.ts`. */
export interface DocumentConfig {
  /**
   * The name in commands, such as `counterpart mock --document v2`. Default: the name of the spec's file, or
   * of its folder if the file is called `openapi.yaml`.
   */
  name: string;
  /** The root file of the hand-written document, or a folder that holds one. Default: `spec`. */
  spec: string;
  /**
   * OpenAPI Overlays 1.0 or 1.1, applied to the bundled document in this order. They correct a document that
   * someone else maintains. Default: none.
   */
  overlays?: string[];
  /**
   * Serves a part of a large document: operations with one of the tags or at one of the paths, spelled as in
   * the document. A path that ends in `*` matches by prefix. Default: the whole document.
   */
  include?: { tags?: string[]; paths?: string[] };
  /**
   * Folders that the document may refer to, besides the folder of its root file. Links are resolved first.
   * Default: `spec`, which contains all files of a document that `counterpart new` has copied.
   */
  allowFolders: string[];
  /**
   * `Date` gives handlers a `Date` for each `date` and `date-time` of a request, and callers of the client one for each
   * of a response. Default: text.
   */
  dates?: "Date";
  /** The folder for the bundle, the types and the client of `counterpart generate`. Default: `generated`. */
  generated: string;
  /** The folder with one handler per operation, where `counterpart scaffold` writes stubs. Default: `server/operations`. */
  operations: string;
  /** The module that lists all handlers, written by `counterpart scaffold`. Default: `server/handlers.ts`. */
  handlers: string;
  /** The module that exports `service`, the server's `ServiceDefinition`. Default: `server/service.ts`. */
  service: string;
  /**
   * The server's `basePath`, for the mock and the fuzzer; `fuzz` refuses to run if the service has another
   * one. Omit it if the document's `servers` share a path: `counterpart generate` adds that to its paths.
   */
  basePath?: string;
  /**
   * External sites that responses link to, such as a login page, by origin (`https://login.example.com`). The
   * mock serves a small page instead and rewrites the links. Default: none.
   */
  mockSites?: MockSites;
  /**
   * The last released contract, which `counterpart compare` compares with. Default: `spec/released/v1.yaml`.
   */
  released: string;
  /**
   * Markdown files to add to the reference, in this order, after the document's description. Each begins with
   * `# `. Default: none.
   */
  guides?: string[];
  /** The output folder of `counterpart client`. Default: `packages/client`. */
  clientPackage: string;
  /**
   * The module whose default export (a `FuzzTarget`) gives `counterpart fuzz` callers and existing values. By
   * default, the fuzzer knows only the document.
   */
  fuzzTarget?: string;
  /** A JSON file of items that contract coverage waives for a time. Default: `test/coverage-waivers.json`. */
  coverageWaivers: string;
  /**
   * Whether a complete test run fails if it misses something that an implemented operation documents, as
   * `counterpart coverage` always does. Default: false, so that tests can be written one by one.
   */
  coverageRequired: boolean;
}

/** The configuration of a project. Omitted options have defaults. */
export interface CounterpartConfig {
  /**
   * The documents that the project serves. Except for the first, default paths include the document's name,
   * such as `generated/v2` and `server/v2/operations`.
   */
  documents: [Partial<DocumentConfig>, ...Partial<DocumentConfig>[]];
}

/** Adds types to a project's configuration, the default export of `counterpart.config.ts`. */
export function defineConfig(config: CounterpartConfig): CounterpartConfig {
  return config;
}
