import { type NextPage, pageAt } from "./next-page.ts";

/** How a document describes the following page of a list, by runtime expressions such as `$response.body#/next`. */
export interface DocumentedPage {
  /** Values of parameters, by place and name. */
  parameters?: Record<string, Record<string, string>>;
  /** The page's URL. */
  target?: string;
}

/**
 * Undefined on the last page, where an expression has no value.
 * @param page the URL of the page that was answered
 */
export function documentedPage(
  { parameters = {}, target }: DocumentedPage,
  answer: { data?: unknown; response: Response },
  page: string,
): NextPage | undefined {
  if (target !== undefined) {
    const url = evaluated(target, answer);
    return typeof url === "string" && url !== "" ? { url: pageAt(url, page).href } : undefined;
  }
  const places = Object.entries(parameters).map(([place, expressions]) => {
    const values = Object.entries(expressions).map(([name, one]) => [name, evaluated(one, answer)] as const);
    return [place, Object.fromEntries(values)] as const;
  });
  const all = places.flatMap(([, values]) => Object.values(values));
  const isLast =
    all.length === 0 || all.some((value) => value === undefined || value === null || value === "");
  return isLast ? undefined : { parameters: Object.fromEntries(places) };
}

/** The value of a runtime expression (OpenAPI 3.1, 4.8.20.4); other texts are constants. */
function evaluated(expression: string, { data, response }: { data?: unknown; response: Response }): unknown {
  const [, header, pointer] = /^\$response\.(?:header\.(.+)|body(?:#(.*))?)$/s.exec(expression) ?? [];
  if (header !== undefined) return response.headers.get(header);
  if (!expression.startsWith("$response.body")) return expression;
  const names = (pointer ?? "").split("/").slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? value[key as keyof typeof value]
      : undefined;
  }, data);
}
