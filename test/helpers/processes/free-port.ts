import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A free port for a program that can't choose one itself. It is below Linux's range of ephemeral ports, so that other
 * tests don't take it before the program does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
