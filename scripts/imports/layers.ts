/** Which imports are allowed. The rules and the drawing in CONTRIBUTING are generated from this file. */
export interface Package {
  folder: string;
  what: string;
  /**
   * Folders and files, lowest layer first. Each may import from lower layers, and from those listed before it
   * in its own layer. Other files beside the folders compose them and may import anything in the package.
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
  {
    folder: "toolkit/client",
    what: "`@counterpart/client`, the runtime of generated clients",
    layers: [],
  },
  {
    folder: "toolkit/server",
    what: "`@counterpart/server`, all that production installs",
    layers: [
      ["document", "log"],
      ["request", "validation", "limiter", "idempotency"],
      ["http"],
      ["adapters", "telemetry", "webhooks", "mcp"],
      ["process"],
    ],
  },
  {
    folder: "toolkit/testing",
    what: "`@counterpart/testing`, what tests import",
    layers: [["samples", "judge"], ["checks"], ["coverage", "mock"], ["fuzz", "service", "proxy"]],
  },
  {
    folder: "toolkit/cli",
    what: "`@counterpart/cli`, the command `counterpart`",
    layers: [
      ["tools", "config", "command-line", "client-msw"],
      ["inspect", "compare", "traffic", "mcp"],
      ["generate"],
      ["new", "update", "development"],
      ["commands", "bin"],
    ],
  },
  { folder: "toolkit/test", what: "the toolkit's tests", layers: [] },
  {
    folder: "mock/stripe",
    what: "the stand-in for Stripe",
    layers: [
      ["conventions"],
      ["state"],
      ["amounts", "payments", "events", "api"],
      ["billing", "checkout"],
      ["pages", "control", "persistence"],
    ],
  },
  { folder: "examples/storefront", what: "a storefront", layers: [] },
  { folder: "examples/existing-app", what: "an existing Express app", layers: [] },
];

/** A restriction beyond the layers. */
export interface Restriction {
  reason: string;
  /** A regular expression for the importing files' paths. */
  from: string;
  /** Regular expressions for forbidden imports: paths, or names of packages after `package`. */
  to: string[];
}

/** A package imported by name. */
const named = (name: string) => `(^|node_modules/)${name}`;

export const restrictions: Restriction[] = [
  {
    reason: "The toolkit doesn't know the shop.",
    from: "^toolkit/",
    to: ["^(server|generated|mock|examples)/", named("@counterpart/(stripe-stand-in|storefront-example)")],
  },
  {
    reason: "The toolkit's production code imports no tests.",
    from: "^toolkit/(client|server|testing|cli)/",
    to: ["^test/", "^toolkit/test/"],
  },
  {
    reason: "The server's package imports only the client's package, by its name.",
    from: "^toolkit/server/",
    to: ["^toolkit/(client|testing|cli)/", named("@counterpart/(testing|cli)(/|$)")],
  },
  {
    reason: "The testing package imports only the client's and the server's packages, by their names.",
    from: "^toolkit/testing/",
    to: ["^toolkit/(client|server|cli)/", named("@counterpart/cli(/|$)")],
  },
  {
    reason: "The Redis client is an optional package, which the projects that test with this one don't have.",
    from: "^toolkit/testing/",
    to: [named("@redis/client(/|$)")],
  },
  {
    reason: "The command line imports other packages by their names.",
    from: "^toolkit/cli/",
    to: ["^toolkit/(client|server|testing)/"],
  },
  {
    reason: "Express and Fastify appear in their adapters only.",
    from: "^toolkit/(server/(?!adapters/(express|fastify)/)|testing/)",
    to: [named("(express|fastify)(/|$)")],
  },
  {
    reason:
      "Requests are answered with what Node, Bun, Deno and workerd share; Node's own modules are for its adapter.",
    from: "^toolkit/server/(http|request|validation|limiter/(?!redis)|idempotency|adapters/fetch)/",
    to: ["^(node:)?(?!(buffer|crypto|net|path|stream|stream/promises|url|util|zlib)$)[a-z_/]+$"],
  },
  {
    reason: "The generated client runs without our other code.",
    from: "^toolkit/(client|cli/client-msw)/",
    to: ["^toolkit/(server|testing)/", "^toolkit/cli/(?!client-msw/)", named("@counterpart/")],
  },
  {
    reason: "Clients run in browsers, which have none of Node's modules.",
    from: "^toolkit/client/",
    to: ["^(node:)?[a-z_/]+$"],
  },
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
    reason: "domain/ contains rules: no database, no network, no files, no provider.",
    from: "^server/domain/",
    to: [
      named("@counterpart/(?!.*/errors(/|\\.ts|$))"),
      named("(express|kysely|pg|stripe|pino|hono)(/|$)"),
      "^(node:)?(?!(crypto|zlib)$)[a-z_/]+$",
    ],
  },
  {
    reason: "views/ get rows and products: no database.",
    from: "^server/views/",
    to: [named("(kysely|pg|stripe)(/|$)"), "^(node:)?sqlite$"],
  },
  {
    reason: "Operations and pages call services: no SQL, no provider.",
    from: "^server/(dashboard|operations|pages)/",
    to: [
      named("(kysely|pg|stripe)(/|$)"),
      "^(node:)?sqlite$",
      "^server/database/(engines|migrations|transfer)/",
      "^server/payments/provider/",
    ],
  },
  {
    reason: "The dashboard gets queries, not the database.",
    from: "^server/dashboard/",
    to: ["^server/database/[^/]+\\.ts$"],
  },
  {
    reason: "An example knows the shop only through its client.",
    from: "^examples/(?!existing-app/)",
    to: ["^(server|toolkit|mock|test)/", named("@counterpart/")],
  },
  {
    reason: "The existing app knows the toolkit as its users do.",
    from: "^examples/existing-app/",
    to: [
      "^(server|toolkit|mock|test)/",
      named("@counterpart/(?!.*/(express|fastify|fetch|errors)(/|\\.ts|$))"),
    ],
  },
  {
    reason: "The stand-in doesn't depend on our other code.",
    from: "^mock/stripe/",
    to: ["^(server|toolkit|generated)/", named("@counterpart/")],
  },
];
