import { expect, test } from "vitest";
import { hiddenFields, type Visitor } from "../../dashboard/dashboard-visitor.ts";
import { createMemoryGroup } from "../../helpers/processes/memory-group.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { interlacedPng, picture } from "../../merchants/images/pictures.ts";
import { latencies, report } from "./helpers/figures.ts";
import { besideGoodClient } from "./helpers/good-client.ts";
import { openTwoShops } from "./helpers/two-shops.ts";

// Each upload keeps its own bound. Together they must not need more than the memory that deployments give a server.

const MiB = 1024 * 1024;

/** Sends a form of the dashboard with a file. Returns its page. */
async function upload(
  visitor: Visitor,
  { page, action = page, field, file, fields = {} }: Upload,
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  const hidden = hiddenFields((await visitor.get(page)).text, action);
  for (const [name, value] of Object.entries({ ...hidden, ...fields })) form.set(name, value);
  form.set(field, file);
  return visitor.send(action, { method: "POST", body: form, headers: { origin: "http://counterpart.test" } });
}

interface Upload {
  page: string;
  action?: string;
  field: string;
  file: File;
  fields?: Record<string, string>;
}

function products(): Uint8Array<ArrayBuffer> {
  const lines = ["Handle,Title,Variant Price,Body (HTML)"];
  for (let n = 0, size = 0; size < 7.9 * MiB; n++) {
    const line = `h${n},Title ${n},19.99,<p>${"word <b>bold</b> ".repeat(52)}</p>`;
    size += line.length + 1;
    lines.push(line);
  }
  return new Uint8Array(Buffer.from(lines.join("\n")));
}

test("512 MB are enough for images and imports of one store at once, beside another store", async ({
  skip,
}) => {
  const group = createMemoryGroup(512 * MiB);
  if (!group) return skip("This user may not limit the memory of processes.");
  const shops = await openTwoShops({ IMAGES_FOLDER: await temporaryFolder() }, group.command);
  const owner = await shops.personOf(shops.hostile, "hostile-owner");
  const other = await shops.personOf(shops.good, "good-owner");
  const [bomb, list] = [new Uint8Array(await interlacedPng(5400, 5500)), products()];
  const sea = new Uint8Array(await picture(4000, 3000).jpeg().toBuffer());
  const addImage = (visitor: typeof owner, content: Uint8Array<ArrayBuffer>, n: number) =>
    upload(visitor, {
      ...{ page: `${visitor.home}/products/new`, action: `${visitor.home}/products`, field: "image" },
      file: new File([content], "sea.png"),
      fields: { name: `Wave ${n}`, kind: "physical", price: "24.50" },
    });
  const importList = () =>
    upload(owner, { page: `${owner.home}/products/import`, field: "file", file: new File([list], "a.csv") });
  const { result, peak, took } = await besideGoodClient(shops, async () => {
    const attacks = [addImage(owner, bomb, 1), importList(), addImage(owner, bomb, 2), importList()];
    const good = await addImage(other, sea, 3);
    return { good, attacked: await Promise.all(attacks) };
  });
  expect(result.good.status, result.good.text).toBe(303);
  const refused = result.attacked.filter(({ text }) => text.includes("takes too much memory"));
  expect(refused).toHaveLength(2);
  expect(shops.server.output()).not.toContain("JavaScript heap out of memory");
  report("Two images that need 240 MB and two imports of 8 MB, in 512 MB", {
    "good client": latencies(took),
    server: `at most ${peak} MB`,
    "all processes": `at most ${group.peakMb()} MB`,
  });
});
