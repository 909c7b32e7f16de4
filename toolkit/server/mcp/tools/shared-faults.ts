import type { DocumentOperation } from "../../document/document.ts";
import type { Finding } from "../../document/findings/finding.ts";
import { escapePointerPart, pointerTo } from "../../document/references.ts";
import { isSameHeader } from "./placed-arguments.ts";
import type { ToolArguments } from "./tool-arguments.ts";

interface Tool {
  operation: DocumentOperation;
  arguments: () => ToolArguments;
}

/** What of `x-mcp` leads to nothing in any operation: an argument of the document's own, and a generated header. */
export function sharedFaults(tools: Tool[]): Finding[] {
  const places = new Map(
    tools.flatMap(({ operation }) =>
      Object.entries(operation.mcp?.arguments ?? {}).filter(([, { isShared }]) => isShared),
    ),
  );
  const generated = new Set(tools.flatMap(({ operation }) => operation.mcp?.generated ?? []));
  if (places.size === 0 && generated.size === 0) return [];
  const given = tools.map((tool) => tool.arguments());
  const used = new Set(given.flatMap(({ list }) => list.map(({ at }) => pointerTo(at))));
  const headers = given.flatMap((one) => one.generated);
  const unused = [...places].filter(([pointer]) => !used.has(pointer));
  const unknown = [...generated].filter((name) => !headers.some((one) => isSameHeader(one, name)));
  return [
    ...unused.map(([pointer, { to }]): Finding => {
      const message = `No operation has ${to}, so no tool has this argument.`;
      return { severity: "warning", pointer: `#/x-mcp/arguments/${escapePointerPart(pointer)}`, message };
    }),
    ...unknown.map((name): Finding => {
      const message = `No operation has the header ${name}, or calls set it by themselves, so it isn't generated.`;
      return { severity: "warning", pointer: "#/x-mcp/generated", message };
    }),
  ];
}
