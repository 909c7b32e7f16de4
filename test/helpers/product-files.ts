import { productId } from "./shopping.ts";
import type { Merchant, World } from "./world.ts";

/** Gives a merchant's digital product a file, which replaces the one that it has. */
export async function giveFile(
  { services: { files } }: { services: Pick<World["services"], "files"> },
  merchant: Merchant,
  reference: string,
  { name, content }: { name: string; content: string | Buffer },
): Promise<void> {
  const bytes = Buffer.from(content);
  const product = { _id: productId(merchant, reference), storeId: merchant.store.id, type: "digital" };
  const chunks = async function* () {
    yield bytes;
  };
  await files?.replace({ product, name, bytes: bytes.length, content: chunks() });
}
