/**
 * Patterns of secrets in a text: keys of this API and of the payment provider, anywhere when they are complete, and as
 * whole words when they are cut off; and web addresses, which may be a payment page's or contain a password.
 */
const secrets = new RegExp(
  [
    "cp_[A-Za-z0-9_-]{32}[0-9a-f]{8}",
    "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{6,}",
    String.raw`\b(?:cp|sk|rk|whsec|pk)_[A-Za-z0-9_-]{6,}`,
    String.raw`https?://[^\s"'<>)]+`,
  ].join("|"),
  "g",
);

export function withoutSecrets(text: string): string {
  return text.replace(secrets, "[removed]");
}

/** Characters of a path in the log. */
const maxPathLength = 200;

/**
 * A request's path for the log: decoded, since a key may be encoded, without anything that looks like a secret, and
 * shortened so that nonsense doesn't fill the disk.
 */
export function loggablePath(path: string): string {
  const text = withoutSecrets(decoded(path));
  return text.length > maxPathLength ? `${text.slice(0, maxPathLength)}…` : text;
}

/** Decodes valid escapes; everything else stays as it is. */
function decoded(path: string): string {
  return path.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code));
}
