import { decoded, queryPairs } from "../../request/query-string.ts";
import type { OperationTool } from "../tools/tools.ts";

/**
 * The arguments that lead to the next page, by the target of `Link: <…>; rel="next"`. Undefined without a
 * link, or if it doesn't lead to the same operation.
 * @param target path and query of the request
 */
export function nextArguments(
  tool: OperationTool,
  link: string | undefined,
  target: string,
): Record<string, unknown> | undefined {
  if (link === undefined) return undefined;
  const base = new URL(target, "http://localhost");
  const next = URL.parse(link, base.href);
  if (next?.pathname !== base.pathname) return undefined;
  const { list } = tool.arguments();
  const given = new Map(queryPairs(base.href));
  const changed = queryPairs(next.href).flatMap(([name, raw]) => {
    const argument = list.find((one) => one.place === "query" && one.target === name && !one.fixed);
    return argument && given.get(name) !== raw ? [[argument.name, typed(argument.schema, decoded(raw))]] : [];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

function typed({ type }: { type?: unknown }, text: string): unknown {
  return [type].flat().some((one) => one === "integer" || one === "number") ? Number(text) : text;
}
