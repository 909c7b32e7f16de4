import { Command } from "commander";
import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";
import { filled } from "./input/option-values.ts";
import { prose } from "./output/prose.ts";
import {
  type Answer,
  answer,
  answerOfStore,
  answerReading,
  answerReadingStore,
  type Terminal,
} from "./terminal.ts";

interface Reading {
  database: Database;
}

interface Changing extends Reading {
  /** The actor for the audit trail. */
  by: Actor;
}

interface OfStore {
  store: Store;
}

export type ChangingStore = Changing & OfStore;

/** A command, or a group of commands, that opens the database when it runs. Its work gets its arguments and options. */
export class ShopCommand extends Command {
  readonly terminal: Terminal;

  constructor(terminal: Terminal, name?: string) {
    super(name);
    this.terminal = terminal;
  }

  override createCommand(name?: string): ShopCommand {
    return new ShopCommand(this.terminal, name);
  }

  /** Adds a command to this group. */
  add(name: string, description: string): ShopCommand {
    return this.command(name).description(description).option("--json", "print the result as one JSON value");
  }

  /** Adds a command about one store. */
  addOfStore(name: string, description: string): ShopCommand {
    return this.add(name, description).ofStore();
  }

  ofStore(): this {
    return this.requiredOption("--store <slug>", "the store's slug", filled);
  }

  /** Adds paragraphs to the end of the command's help. */
  explain(text: string): this {
    return this.addHelpText("after", prose(text));
  }

  /** For commands that change something. */
  changes<Given extends unknown[]>(work: (open: Changing, ...given: Given) => Promise<Answer>): this {
    return this.action((...given) =>
      answer(this.terminal, this.opts(), (database, by) => work({ database, by }, ...(given as Given))),
    );
  }

  /** For read-only commands. The work returns undefined if it printed its own output. */
  reads<Given extends unknown[]>(
    work: (open: Reading, ...given: Given) => Promise<Answer | undefined>,
  ): this {
    return this.action((...given) =>
      answerReading(this.terminal, this.opts(), (database) => work({ database }, ...(given as Given))),
    );
  }

  changesStore<Given extends unknown[]>(
    work: (open: ChangingStore, ...given: Given) => Promise<Answer>,
  ): this {
    return this.action((...given) =>
      answerOfStore(this.terminal, this.opts(), (store, database, by) =>
        work({ store, database, by }, ...(given as Given)),
      ),
    );
  }

  readsStore<Given extends unknown[]>(
    work: (open: Reading & OfStore, ...given: Given) => Promise<Answer | undefined>,
  ): this {
    return this.action((...given) =>
      answerReadingStore(this.terminal, this.opts(), (store, database) =>
        work({ store, database }, ...(given as Given)),
      ),
    );
  }
}
