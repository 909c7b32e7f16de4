import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { type ContractFinding, contract } from "../../../toolkit/server/express.ts";
import { createApp } from "../servers/express-app.ts";
import { documentFile } from "./start-tool.ts";
import type { Tool, ToolFinding } from "./tool.ts";

/** The contract in front of the Express app, in its process. A server's address is the name of its fault. */
export function startContract(): Tool {
  let findings: ToolFinding[] = [];
  let server: Server | undefined;
  return {
    async begin(fault) {
      findings = [];
      const report = ({ side, method, path, status, message }: ContractFinding) =>
        void findings.push({
          method,
          path,
          status,
          kind: kindOf(side, message),
          isAdvice: side === "request",
        });
      const front = await contract({ document: documentFile, strict: true, report });
      server = express().use(front, createApp(fault)).listen(0, "127.0.0.1");
      await once(server, "listening");
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async end() {
      server?.close();
      server?.closeAllConnections();
      return findings;
    },
    async stop() {},
  };
}

/** Without the places in lists. */
function kindOf(side: string, message: string): string {
  return `${side}: ${message.replaceAll(/\/\d+/g, "/*")}`;
}
