/** A caller's own texts, by name. */
export type Metadata = Record<string, string>;

/** Texts as a database and the provider can hold them: zero characters and halves of surrogate pairs become U+FFFD. */
export function storableMetadata(metadata: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, text]) => [storableText(name), storableText(text)]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** The payment provider's limit. https://docs.stripe.com/api/metadata */
const maxKeysAtProvider = 50;

/** What the provider is given: our own entries, and of the caller's as many as fit beside them. */
export function metadataAtProvider(metadata: Metadata, own: Metadata): Metadata {
  const others = Object.entries(metadata).filter(([name]) => !Object.hasOwn(own, name));
  const free = maxKeysAtProvider - Object.keys(own).length;
  return { ...Object.fromEntries(others.slice(0, free)), ...own };
}
