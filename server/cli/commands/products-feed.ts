import { hash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { InvalidArgumentError } from "commander";
import { writeWhole } from "../input/files-folder.ts";
import { country, endpointUrl } from "../input/option-values.ts";
import { readSecret } from "../input/standard-input.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type Terminal, wrongUsage } from "../terminal.ts";

interface Options {
  targetCountry?: string;
  push?: string;
  token?: string;
}

const defaultUrl = "http://localhost:3000";

const help = `
The folder gets metadata.json and products.jsonl as the Agentic Commerce Protocol has them: all products that agents can buy, one
in a line, for an agent that reads whole feeds. Subscriptions, products without a price and those in another currency than the
store's aren't among them. Links to product pages start with PUBLIC_URL (default: ${defaultUrl}; required for --push in production).

With --push, the products go to a feed at the agent instead: all at first, then those that changed since the last time. Those that
are no longer sold are marked as discontinued. What the agent has is in a file sent-….jsonl, so run it by a timer, always with the same
folder. If a run fails, the next one sends again what it may have sent.`;

export function addProductFeed(products: ShopCommand): void {
  const { terminal } = products;
  const production = terminal.env.NODE_ENV === "production";
  products
    .addOfStore("feed", "Write a store's products as a feed for agents (ACP), or send its changes.")
    .argument("<folder>", "the folder to write to; it is made if it doesn't exist")
    .option(
      "--target-country <code>",
      "the country that the feed is for, such as IE (default: none)",
      country,
    )
    .option("--push <url>", "send changes to this feed at the agent: https://…/feeds/<id>", (text) =>
      feedUrl(text, { production }),
    )
    .option("--token <->", "the agent's token for --push: - reads it from standard input")
    .explain(help)
    .readsStore(async ({ store, database }, folder: string, options: Options) => {
      const feed = await feedOf(options, terminal);
      const [{ createFindSold, feedProducts }, { feedFile }] = await Promise.all([
        import("../../merchants/feeds/feed-products.ts"),
        import("../../merchants/feeds/feed-file.ts"),
      ]);
      await mkdir(folder, { recursive: true });
      const publicUrl = (terminal.env.PUBLIC_URL || defaultUrl).replace(/\/$/, "");
      const parts = { database, store: { ...store, publicUrl } };
      const pages = feedProducts(parts);
      if (feed) {
        const { sendFeed } = await import("../input/sent-feed.ts");
        // The URL is hashed, since it may contain a secret of the agent.
        const name = hash("sha256", feed.url).slice(0, 16);
        const file = path.join(folder, `sent-${store.id}-${name}.jsonl`);
        const counts = await sendFeed(file, pages, { push: feed.push, findSold: createFindSold(parts) });
        return {
          value: { file, ...counts },
          text: `Sent ${productsOf(counts.pushed)} of ${counts.products}.`,
        };
      }
      const file = path.join(folder, "products.jsonl");
      const { targetCountry } = options;
      const metadata = {
        id: store.id,
        ...(targetCountry !== undefined && { target_country: targetCountry }),
        updated_at: new Date().toISOString(),
      };
      const counts = { products: 0, pushed: 0 };
      await writeWhole(file, feedFile(pages, counts));
      await writeWhole(path.join(folder, "metadata.json"), Readable.from([`${JSON.stringify(metadata)}\n`]));
      const { products: count } = counts;
      return { value: { file, products: count }, text: `Wrote ${productsOf(count)} to ${file}.` };
    });
}

/** A path is added to it. */
function feedUrl(text: string, where: { production: boolean }): string {
  if (/[?#]/.test(text)) throw new InvalidArgumentError("It must have no query and no fragment.");
  return endpointUrl(text, where);
}

/** The feed at the agent; undefined without --push. */
async function feedOf({ push, token }: Options, terminal: Terminal) {
  if ((push === undefined) !== (token === undefined)) throw wrongUsage("--push and --token need each other.");
  if (push === undefined || token === undefined) return undefined;
  if (terminal.env.NODE_ENV === "production" && !terminal.env.PUBLIC_URL)
    throw wrongUsage("--push needs PUBLIC_URL, which the links to product pages start with.");
  const [{ loadDocument }, { createPush }] = await Promise.all([
    import("@counterpart/server"),
    import("../../merchants/feeds/push-products.ts"),
  ]);
  const url = new URL(push).href.replace(/\/+$/, "");
  const document = await loadDocument(new URL("../../../generated/acp/openapi.json", import.meta.url));
  const secret = await readSecret("token", token, terminal);
  return { url, push: createPush({ url, token: secret }, document) };
}

const productsOf = (count: number) => `${count} ${count === 1 ? "product" : "products"}`;
