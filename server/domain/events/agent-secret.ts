const minLength = 16;
const maxLength = 512;

/** Why a text can't be the secret that an agent gave for its events; undefined when it can. */
export function agentSecretFault(secret: string): string | undefined {
  if (secret.length >= minLength && secret.length <= maxLength) return undefined;
  return `It must have ${minLength} to ${maxLength} characters.`;
}
