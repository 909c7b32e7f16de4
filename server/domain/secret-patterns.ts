import { apiKeyPattern } from "./api-key.ts";

/**
 * Patterns of secrets in a text, such as a log line: our API keys and the provider's, anywhere when they are complete,
 * and as whole words when they are cut off.
 */
export const secretPatterns = [
  apiKeyPattern,
  /(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{6,}/,
  /\b(?:cp|sk|rk|pk)_[A-Za-z0-9_-]{6,}/,
  /\bwhsec_[A-Za-z0-9_+/=-]{6,}/,
];
