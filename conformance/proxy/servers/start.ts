import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server for each fault that the command line names, and prints their ports as one line of JSON. */
export async function startForEachFault(
  create: (fault: string) => RequestListener | Promise<RequestListener>,
): Promise<void> {
  const ports: Record<string, number> = {};
  for (const fault of process.argv.slice(2)) {
    const server = createServer(await create(fault));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports[fault] = (server.address() as AddressInfo).port;
  }
  console.log(JSON.stringify(ports));
}
