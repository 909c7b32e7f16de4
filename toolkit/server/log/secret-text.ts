/** A text with `[removed]` in the place of each secret. */
export type WithoutSecrets = (text: string) => string;

/** It may contain a password or a token. */
const webAddress = /https?:\/\/[^\s"'<>)]+/;

/** @param patterns of the service's own secrets; web addresses are removed as well */
export function secretRemover(patterns: RegExp[] = []): WithoutSecrets {
  const everywhere = [webAddress, ...patterns].map(
    ({ source, flags }) => new RegExp(source, flags.includes("g") ? flags : `${flags}g`),
  );
  return (text) => everywhere.reduce((left, pattern) => left.replaceAll(pattern, "[removed]"), text);
}

/** Characters of a path in the log. */
const maxPathLength = 200;

/**
 * A request's path for the log: decoded, since a secret may be encoded, without secrets, and shortened so that nonsense
 * doesn't fill the disk.
 */
export function loggablePath(path: string, withoutSecrets: WithoutSecrets): string {
  const text = withoutSecrets(decoded(path));
  return text.length > maxPathLength ? `${text.slice(0, maxPathLength)}…` : text;
}

/** Decodes valid escapes; everything else stays as it is. */
function decoded(path: string): string {
  return path.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code));
}
