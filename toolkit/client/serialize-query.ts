import { queryPairs } from "./styles/styled-pairs.ts";
import type { ParameterStyles } from "./styles/value-style.ts";

/** A query, without `?`. By default, lists are `ids=1&ids=2` and objects as in `deepObject`. */
export function serializeQuery(
  values: Record<string, unknown>,
  styles: NonNullable<ParameterStyles["query"]> = {},
): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
      if (value === undefined || value === null) return [];
      return style?.isWholeQuery
        ? [encodeURIComponent(JSON.stringify(value))]
        : queryPairs(name, value, style);
    })
    .join("&");
}
