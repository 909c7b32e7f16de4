import type { Finding } from "../findings/finding.ts";
import type { RawDocument } from "../references.ts";
import { isObject } from "../walk.ts";

/** Reports server variables of the document whose default isn't one of their values. */
export function noteServerVariables({ servers }: RawDocument): Finding[] {
  const all: unknown[] = Array.isArray(servers) ? servers : [];
  return all.flatMap((server, index) =>
    Object.entries(isObject(server) && isObject(server.variables) ? server.variables : {}).flatMap(
      ([, variable]): Finding[] => {
        if (!isObject(variable) || !Array.isArray(variable.enum)) return [];
        if (variable.enum.includes(variable.default)) return [];
        const message = "`enum` should list the values of a server's variable, including its `default`.";
        return [{ severity: "warning", pointer: `#/servers/${index}`, message }];
      },
    ),
  );
}
