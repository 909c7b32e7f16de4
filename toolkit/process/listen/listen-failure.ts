import { ConfigError } from "../settings.ts";

/** Listens; where that fails, throws a ConfigError that says which variable to look at. */
export async function listening<T>(
  { port, host, variable }: { port: number; host: string; variable: string },
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence: Record<string, string> = {
      EADDRINUSE: `${variable} is ${port}, where another process listens already (EADDRINUSE).`,
      EACCES: `${variable} is ${port}, where this user may not listen: take a port from 1024 up.`,
      EADDRNOTAVAIL: `HOST is ${host}, which isn't an address of this machine.`,
      ENOTFOUND: `HOST is ${host}, which has no address.`,
      EAI_AGAIN: `HOST is ${host}, which has no address.`,
    };
    throw code !== undefined && code in sentence ? new ConfigError(sentence[code], { cause: error }) : error;
  }
}
