import { expect, test } from "vitest";
import { createMemoryGroup } from "../../helpers/processes/memory-group.ts";
import { interlacedPng, picture } from "../../merchants/images/pictures.ts";
import { latencies, report } from "./helpers/figures.ts";
import { besideGoodClient } from "./helpers/good-client.ts";
import { openTwoShops, type TwoShops } from "./helpers/two-shops.ts";
import { addProductWith, importList, largeList, upload } from "./helpers/upload.ts";

// Each upload keeps its own bound. Together they must not need more than the memory that deployments give a server.

const MiB = 1024 * 1024;

/** Two stores at a server that has this much memory. */
async function openWithin(bytes: number, skip: (why: string) => never) {
  const group = createMemoryGroup(bytes);
  if (!group) return skip("This user may not limit the memory of processes.");
  return { group, shops: await openTwoShops({}, group.command) };
}

function expectNoRestart({ server }: TwoShops): void {
  expect(server.output()).not.toContain("JavaScript heap out of memory");
  expect(server.output().match(/"msg":"listening"/g)).toHaveLength(1);
}

test("512 MB are enough for images and imports of one store at once, beside another store", async ({
  skip,
}) => {
  const { group, shops } = await openWithin(512 * MiB, skip);
  const owner = await shops.personOf(shops.hostile, "hostile-owner");
  const other = await shops.personOf(shops.good, "good-owner");
  const [bomb, list] = [new Uint8Array(await interlacedPng(5400, 5500)), largeList()];
  const sea = new Uint8Array(await picture(4000, 3000).jpeg().toBuffer());
  const { result, peak, took } = await besideGoodClient(shops, async () => {
    const attacks = [
      addProductWith(owner, "Wave 1", bomb),
      importList(owner, list),
      addProductWith(owner, "Wave 2", bomb),
      importList(owner, list),
    ];
    const good = await addProductWith(other, "Wave 3", sea);
    return { good, attacked: await Promise.all(attacks) };
  });
  expect(result.good.status, result.good.text).toBe(303);
  const refused = result.attacked.filter(({ text }) => text.includes("takes too much memory"));
  expect(refused).toHaveLength(2);
  expectNoRestart(shops);
  report("Two images that need 240 MB and two imports of 8 MB, in 512 MB", {
    "good client": latencies(took),
    server: `at most ${peak} MB`,
    "all processes": `at most ${group.peakMb()} MB`,
  });
});

test("300 MB are enough for four files of 40 MB at once, which are stored as they arrive", async ({
  skip,
}) => {
  const { group, shops } = await openWithin(300 * MiB, skip);
  const content = new Uint8Array(40 * MiB).fill(65);
  const owners = await Promise.all(
    [shops.hostile, shops.good].map(async (shop, n) => ({
      ...(await shops.personOf(shop, `owner-${n}`)),
      productId: shop.products.font ?? "",
    })),
  );
  const { result, peak, took } = await besideGoodClient(shops, () =>
    Promise.all(
      [...owners, ...owners].map(({ productId, ...owner }) =>
        upload(owner, {
          page: `${owner.home}/products/${productId}/file`,
          field: "file",
          file: new File([content], "font.otf"),
        }),
      ),
    ),
  );
  expect(result.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expectNoRestart(shops);
  report("Four files of 40 MB at once, in 300 MB", {
    "good client": latencies(took),
    server: `at most ${peak} MB`,
    "all processes and cached pages of files": `at most ${group.peakMb()} MB`,
  });
});
