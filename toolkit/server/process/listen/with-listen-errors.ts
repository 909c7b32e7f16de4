import { ConfigError } from "../settings.ts";

/** Calls `listen`; turns a failure into a ConfigError that names the variable to check. */
export async function withListenErrors<T>(
  { port, host, variable }: { port: number; host: string; variable: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence: Record<string, string> = {
      EADDRINUSE: `${variable} is ${port}, but another process is already listening there (EADDRINUSE).`,
      EACCES: `${variable} is ${port}, but this user may not listen there: use a port from 1024 up.`,
      EADDRNOTAVAIL: `HOST is ${host}, which isn't an address of this machine.`,
      ENOTFOUND: `HOST is ${host}, which has no address.`,
      EAI_AGAIN: `HOST is ${host}, which has no address.`,
    };
    throw code !== undefined && code in sentence ? new ConfigError(sentence[code], { cause: error }) : error;
  }
}
