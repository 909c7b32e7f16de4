import type { ParityRequest } from "../../test/parity/request-list.ts";
import type { Adapter } from "./adapters.ts";
import type { Comparison } from "./compare-answers.ts";

/** A difference whose reason `expected/` has: the case `<adapter>: <name>`. */
interface KnownDifference {
  name: string;
  /** The adapters' names. */
  on: RegExp;
  applies: (request: ParityRequest, comparison: Comparison) => boolean;
}

const knownDifferences: KnownDifference[] = [
  {
    name: "OPTIONS",
    on: /^(Express|Fastify)/,
    applies: ({ method }, { statuses: [own] }) => method === "OPTIONS" && own === 204,
  },
  {
    name: "undecodable paths",
    on: /^Fastify/,
    applies: ({ path }, { text }) => path.includes("%zz") && text.includes("FST_ERR_BAD_URL"),
  },
  {
    name: "long parameters",
    on: /^Fastify/,
    applies: (_, { text }) => text.includes("FST_ERR_MAX_PARAM_LENGTH"),
  },
  {
    name: "bodies that only the parser refuses",
    on: /^Fastify/,
    applies: ({ title }, { statuses: [own, given] }) =>
      /compressed|no use for$/.test(title) && own === 200 && given === 500,
  },
  {
    name: "where JSON ends",
    on: /^Bun/,
    applies: (_, { differing, text }) => differing === "body" && text.includes("The body isn't valid JSON."),
  },
];

/** The name of the difference, if it is known. */
export function knownDifference(
  { name }: Adapter,
  request: ParityRequest,
  comparison: Comparison,
): string | undefined {
  return knownDifferences.find(({ on, applies }) => on.test(name) && applies(request, comparison))?.name;
}
