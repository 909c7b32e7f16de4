import { dump } from "js-yaml";

/** Writes a value as YAML. The output is deterministic, and each value is the same in YAML 1.1 and 1.2. */
export function yamlText(value: unknown): string {
  return dump(value, { noRefs: true, lineWidth: -1, quoteStyle: "double" });
}
