import { sentPath } from "./selectors.ts";

/** The names of a path's parameters, in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}

/** Why no request can match a path; undefined if one can. */
export function pathFault(path: string): string | undefined {
  if (!path.startsWith("/")) return `the path ${path} must begin with a slash.`;
  const sent = sentPath(path);
  if (sent.includes("?")) return "no path of a request contains a ?. Write what follows it as parameters.";
  const rest = sent.replaceAll(/\{[^{}/]+\}/g, "");
  return /[{}]/.test(rest)
    ? `the braces of the path ${path} don't enclose the names of its parameters. A name is in one pair of braces and has no slash; write other braces as %7B and %7D.`
    : undefined;
}
