import { pointerParts } from "@counterpart/server/document/references";

/** The path under which `x-unmatched` is compared. */
export const unmatchedPath = "/(no operation)";

/** A JSON pointer with resolved references, in words: `POST /pets, 200, header Location`. */
export function placeInWords(pointer: string): string {
  const [first, ...rest] = pointerParts(pointer);
  if (first !== "paths") return [first, ...rest].join(", ");
  const [path = "", method, ...within] = rest;
  const operation =
    path === unmatchedPath
      ? "Where no operation is"
      : method === undefined || method === "parameters"
        ? path
        : `${method.toUpperCase()} ${path}`;
  const words: string[] = [operation];
  const tokens = method === "parameters" ? ["parameters", ...within] : within;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    const next = tokens[index + 1];
    if (token === "requestBody") words.push("request body");
    else if (token === "content") index += next === "application/json" ? 1 : 0;
    else if (token === "headers" && next !== undefined) words.push(`header ${tokens[++index]}`);
    else if (!["schema", "properties", "responses"].includes(token)) words.push(token);
  }
  return words.join(", ");
}
