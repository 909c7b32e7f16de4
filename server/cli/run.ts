import { readFileSync } from "node:fs";
import { ApiError, errorBody } from "@counterpart/server/errors";
import { CommanderError } from "commander";
import { FaultyFile } from "../catalog-import/faulty-file.ts";
import { defaultDatabaseUrl } from "../database/engines/database-url.ts";
import { UnknownOutcome } from "../database/engines/unknown-outcome.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBuyerCommands } from "./commands/buyers.ts";
import { addCodeCommands } from "./commands/codes.ts";
import { addDatabaseCommands } from "./commands/db.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEventCommands } from "./commands/events.ts";
import { addKeyCommands } from "./commands/keys.ts";
import { addMemberSessionCommands } from "./commands/member-sessions.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addOrderCommands } from "./commands/orders.ts";
import { addPaymentCommands } from "./commands/payments.ts";
import { addProductCommands } from "./commands/products.ts";
import { addShippingCommands } from "./commands/shipping.ts";
import { addStoreCommands } from "./commands/stores.ts";
import { addSubscriptionCommands } from "./commands/subscriptions.ts";
import { addUserCommands } from "./commands/users.ts";
import { escapingTerminal } from "./output/escape-controls.ts";
import { helpWidth, prose } from "./output/prose.ts";
import { ShopCommand } from "./shop-command.ts";
import type { Terminal } from "./terminal.ts";

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

const exitCode = { done: 0, refused: 1, wrongUsage: 2 };

/** The most faults printed; the rest are only counted. */
const maxFaults = 50;

/**
 * Runs the operator's command line.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function runCli(args: string[], given: Terminal): Promise<number> {
  const terminal = escapingTerminal(given);
  const wantsJson = args.includes("--json");
  try {
    await program(terminal, wantsJson).parseAsync(args, { from: "user" });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.done;
    if (wantsJson) terminal.stderr.write(`${JSON.stringify(errorValue(error))}\n`);
    else if (!(error instanceof CommanderError)) terminal.stderr.write(`${errorText(error)}\n`);
    return isUsage(error) ? exitCode.wrongUsage : exitCode.refused;
  }
}

/** Builds all commands for this terminal. */
export function program(terminal: Terminal, wantsJson: boolean): ShopCommand {
  const counterpart = new ShopCommand(terminal, "counterpart-shop")
    .version(manifest.version, "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "Print the help of a command.")
    .description(
      "Manages the stores of a Counterpart service: profiles, keys, people, products, orders, events, subscriptions and member sessions.",
    )
    .exitOverride()
    .showHelpAfterError("Run the command with --help to see its usage.")
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
      writeErr: (text) => void (wantsJson || terminal.stderr.write(withoutPasswords(text))),
    })
    .addHelpText(
      "afterAll",
      prose(`
Environment:
  DATABASE_URL       the database (default: ${defaultDatabaseUrl})
  DATABASE_URL_FILE  a file that contains DATABASE_URL
  MIGRATE_AT_START   false: commands refuse a database with pending migrations

Exit codes:
  0  done
  1  refused or failed, such as faults in a file; nothing was changed
  2  wrong usage: an unknown command or option, a missing or malformed value

With --json, the result is one JSON value on standard output, and an error is {"error", "code"} on standard error.`),
    );
  addStoreCommands(counterpart);
  addKeyCommands(counterpart);
  addProductCommands(counterpart);
  addOrderCommands(counterpart);
  addShippingCommands(counterpart);
  addCodeCommands(counterpart);
  addPaymentCommands(counterpart);
  addEventCommands(counterpart);
  addSubscriptionCommands(counterpart);
  addBuyerCommands(counterpart);
  addMemberSessionCommands(counterpart);
  addUserCommands(counterpart);
  addAuditCommands(counterpart);
  addMigrate(counterpart);
  addDoctor(counterpart);
  addDatabaseCommands(counterpart);
  return counterpart;
}

function isUsage(error: unknown): boolean {
  return error instanceof CommanderError || (error instanceof ApiError && error.code === "INVALID_REQUEST");
}

/** Commander quotes an unknown option with its value, which may be a URL with a password. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/:\/\/\S*@/g, "://…@");
}

/** The API's error body, plus the faults of a file. */
function errorValue(error: unknown): object {
  if (error instanceof FaultyFile && error.faults.length > 0) {
    const faults = error.faults.slice(0, maxFaults);
    return { ...errorBody(error.code, error.message), faultCount: error.faultCount, faults };
  }
  if (error instanceof ApiError) return errorBody(error.code, error.message);
  if (error instanceof CommanderError) {
    return errorBody("INVALID_REQUEST", withoutPasswords(error.message.replace(/^error: /, "")));
  }
  return errorBody("INTERNAL_ERROR", error instanceof Error ? error.message : String(error));
}

function errorText(error: unknown): string {
  if (error instanceof UnknownOutcome) {
    return `error: ${error.message}. Check whether the command took effect before you repeat it.`;
  }
  if (error instanceof FaultyFile) return [`error: ${error.message}`, ...faultLines(error)].join("\n");
  if (error instanceof ApiError) return `error: ${error.message}`;
  return `error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function faultLines({ faults, faultCount }: FaultyFile): string[] {
  const lines = faults.slice(0, maxFaults).map(({ line, message }) => `  line ${line}: ${message}`);
  const more = faultCount - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}
