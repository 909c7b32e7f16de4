/** Replaces each secret in a text with `[removed]`. */
export type WithoutSecrets = (text: string) => string;

/** A web address may contain a password or a token. */
const webAddress = /https?:\/\/[^\s"'<>)]+/;

/** @param patterns match the service's secrets; web addresses are always removed */
export function secretRemover(patterns: RegExp[] = []): WithoutSecrets {
  const everywhere = [webAddress, ...patterns].map(
    ({ source, flags }) => new RegExp(source, flags.includes("g") ? flags : `${flags}g`),
  );
  return (text) => everywhere.reduce((left, pattern) => left.replaceAll(pattern, "[removed]"), text);
}

/** Maximum characters of a logged path. */
const maxPathLength = 200;

/**
 * A request's path for the log, without secrets. It is decoded, since a secret may be encoded, and shortened,
 * so that nonsense doesn't fill the disk.
 */
export function loggablePath(path: string, withoutSecrets: WithoutSecrets): string {
  const text = withoutSecrets(decoded(path));
  return text.length > maxPathLength ? `${text.slice(0, maxPathLength)}…` : text;
}

/** Decodes printable ASCII escapes and leaves the rest unchanged. */
function decoded(path: string): string {
  return path.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code));
}
