import { fileURLToPath } from "node:url";
import { ApiError } from "@counterpart/server/errors";
import { type ContractOptions, contract } from "@counterpart/server/express";
import type { Tools } from "./tools.ts";

const document = fileURLToPath(new URL("openapi.yaml", import.meta.url));

type Report = Pick<ContractOptions, "report">;

/** First, the application runs as before, and what doesn't conform to its document is reported. */
export const report = (given: Report = {}) => contract({ document, ...given });

/** When nothing is reported any more, invalid requests no longer reach the routes. */
export const enforce = (given: Report = {}) =>
  contract({ document, requests: "enforce", responses: "enforce", ...given });

/** Then operations move to handlers, one at a time. The routes that they replace can be deleted. */
export const move = (tools: Tools, given: Report = {}) =>
  contract({
    document,
    requests: "enforce",
    responses: "enforce",
    handlers: { getTool },
    services: tools,
    ...given,
  });

function getTool({ path }: { path: { toolId: number } }, { find }: Tools) {
  const tool = find(path.toolId);
  if (!tool) throw new ApiError("NOT_FOUND", "There is no such tool.");
  return { status: 200, body: tool };
}
