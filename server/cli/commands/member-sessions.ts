import { newId } from "../../domain/ids.ts";
import { filled, seconds } from "../input/option-values.ts";
import type { ShopCommand } from "../shop-command.ts";
import { answerOfStore, type StoreOptions, wrongUsage } from "../terminal.ts";

interface CreateOptions extends StoreOptions {
  member: string;
  session?: string;
  expiresIn: number;
}

const hourInSeconds = 3600;

export function addMemberSessionCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const sessions = counterpart
    .command("member-sessions")
    .description("Manage the sessions of signed-in members, for the billing portal.");

  sessions
    .addOfStore("create", "Register a session of a member who signed in to your authentication system.")
    .requiredOption("--member <id>", "the member's id in your system", filled)
    .option("--session <id>", "the session's id in your system (default: a new one, msess_…)", filled)
    .option("--expires-in <seconds>", "how long the session is valid", seconds, hourInSeconds)
    .action(async (options: CreateOptions) => {
      const { member: memberId, session: memberSessionId = newId("msess"), expiresIn } = options;
      await checkSession(memberSessionId);
      await answerOfStore(terminal, options, async (store, database, by) => {
        await database.memberSessions.register(
          { storeId: store.id, memberId, memberSessionId, expiresInSeconds: expiresIn },
          by,
        );
        return { value: { memberSessionId }, text: memberSessionId };
      });
    });
}

/** Checks that a portal request could carry the session id. */
async function checkSession(memberSessionId: string): Promise<void> {
  const { compileAgainstContract, mismatches } = await import("../../catalog-import/contract.ts");
  const isCarried = compileAgainstContract<string>({
    $ref: "contract#/components/schemas/CreatePortalSessionRequest/properties/memberSessionId",
  });
  if (isCarried(memberSessionId)) return;
  const [{ what } = { what: "is invalid" }] = mismatches(isCarried.errors);
  throw wrongUsage(`--session ${what}.`);
}
