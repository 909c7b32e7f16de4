/** What may import what. The rules and CONTRIBUTING's drawing are made from this file. */
export interface Package {
  folder: string;
  what: string;
  /**
   * Folders and files, lowest layer first. Each imports from the layers below it, and in its own layer from those that
   * are listed before it. The other files beside the folders compose them: they may import anything in the package.
   */
  layers: string[][];
}

export const packages: Package[] = [
  {
    folder: "server",
    what: "the shop",
    layers: [
      ["domain"],
      ["views"],
      ["database"],
      [
        ...["payments", "members", "catalog-import", "merchants", "people", "events"],
        ...["operation.ts", "settings.ts"],
      ],
      ["operations", "pages", "dashboard", "development", "cli"],
    ],
  },
  { folder: "mock/stripe", what: "the stand-in for Stripe", layers: [] },
  { folder: "examples/storefront", what: "a store front", layers: [] },
];

/** What the layers don't say. */
export interface Restriction {
  reason: string;
  /** A regular expression of the paths of the importing files. */
  from: string;
  /** Regular expressions of what they don't import: paths, or names of packages after `package`. */
  to: string[];
}

/** A package that is imported by its name. */
const named = (name: string) => `(^|node_modules/)${name}`;

export const restrictions: Restriction[] = [
  {
    reason: "Import our packages by their names.",
    from: "^server/",
    to: ["^toolkit/"],
  },
  {
    reason: "Production code imports no tests.",
    from: "^server/",
    to: ["^test/", "/test/", named("@counterpart/testing(/|$)")],
  },
  {
    reason: "domain/ has the rules: no database, no HTTP, no provider.",
    from: "^server/domain/",
    to: [
      named("@counterpart/(?!.*/errors(/|\\.ts|$))"),
      named("(express|kysely|pg|stripe|pino|hono)(/|$)"),
      "^(node:)?(sqlite|https?|net)$",
    ],
  },
  {
    reason: "views/ are given rows and products: no database.",
    from: "^server/views/",
    to: [named("(kysely|pg|stripe)(/|$)"), "^(node:)?sqlite$"],
  },
  {
    reason: "Pages call services: no SQL, no provider.",
    from: "^server/dashboard/",
    to: [
      named("(kysely|pg|stripe)(/|$)"),
      "^(node:)?sqlite$",
      "^server/database/([^/]+\\.ts|(engines|migrations|transfer)/.*)$",
    ],
  },
  {
    reason: "An example knows the shop by its client alone.",
    from: "^examples/",
    to: ["^(server|toolkit|mock|test)/", named("@counterpart/")],
  },
  {
    reason: "The stand-in knows nothing of ours.",
    from: "^mock/stripe/",
    to: ["^(server|toolkit|generated)/", named("@counterpart/")],
  },
];
