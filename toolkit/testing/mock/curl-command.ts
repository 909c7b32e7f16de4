import type { ExampleRequest } from "../samples/example-request.ts";
import { shellQuoted } from "../samples/shell-quoted.ts";

/** A request as a curl command, with these headers before its own. */
export function curlCommand(
  url: string,
  { method, path, headers, body }: Pick<ExampleRequest, "method" | "path" | "headers" | "body">,
  first: Record<string, string> = {},
): string {
  return [
    `curl -i -X ${method} ${shellQuoted(url + path)}`,
    ...Object.entries({ ...first, ...headers }).map(
      ([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`-d ${shellQuoted(body)}`]),
  ].join(" \\\n  ");
}
