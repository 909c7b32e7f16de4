import type { Prepare } from "../call-traits.ts";
import { combineHeaders } from "../combine-headers.ts";
import { serializeQuery } from "../serialize-query.ts";
import { cookiePairs } from "./cookie-pairs.ts";
import { headerText } from "./header-text.ts";
import { serializePath } from "./serialize-path.ts";
import type { ParameterStyles, ValueStyle } from "./value-style.ts";

/** Path parameters in the styles of the document. */
export function styledPath(styles: NonNullable<ParameterStyles["path"]>): Prepare {
  return (init) => ({ pathSerializer: (path, values) => serializePath(path, values, styles), ...init });
}

/** Query parameters in the styles of the document. */
export function styledQuery(styles: NonNullable<ParameterStyles["query"]>): Prepare {
  return (init) => ({ querySerializer: (values) => serializeQuery(values, styles), ...init });
}

/** Header parameters in the styles of the document. Null removes a header, as everywhere in openapi-fetch. */
export function styledHeaders(styles: Record<string, ValueStyle>): Prepare {
  return (init) => {
    const entries = Object.entries(init.params?.header ?? {}).map(([name, value]) => [
      name,
      value === null ? value : headerText(value, ownStyle(styles, name)),
    ]);
    return { ...init, params: { ...init.params, header: Object.fromEntries(entries) } };
  };
}

/** Cookie parameters, which openapi-fetch ignores. */
export function styledCookies(styles: Record<string, ValueStyle>): Prepare {
  return (init) => {
    const cookie = Object.entries(init.params?.cookie ?? {})
      .flatMap(([name, value]) => cookiePairs(name, value, ownStyle(styles, name)))
      .join("; ");
    return cookie === "" ? init : { ...init, headers: combineHeaders({ cookie }, init.headers) };
  };
}

function ownStyle(styles: Record<string, ValueStyle>, name: string): ValueStyle {
  return (Object.hasOwn(styles, name) && styles[name]) || {};
}
