import { apiKeyPattern } from "./api-key.ts";

/**
 * Patterns of secrets in a text, such as a log line. Complete API keys, ours and the provider's, match
 * anywhere; truncated ones match as whole words.
 */
export const secretPatterns = [
  apiKeyPattern,
  /(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{6,}/,
  /\b(?:cp|sk|rk|pk|dl|ivl)_[A-Za-z0-9_-]{6,}/,
  /\bwhsec_[A-Za-z0-9_+/=-]{6,}/,
  // The provider's shared payment tokens.
  /\bspt_[A-Za-z0-9_]{6,}/,
  // Access tokens, which are JWTs.
  /\beyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)*/,
];
