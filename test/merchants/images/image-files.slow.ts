import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { bucketFiles } from "../../../server/merchants/images/bucket-files.ts";
import { folderFiles } from "../../../server/merchants/images/folder-files.ts";
import type { ImageFiles } from "../../../server/merchants/images/image-files.ts";
import { hasMoto, startS3 } from "../../helpers/processes/own-s3.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { picture } from "./pictures.ts";

const file = "store_abc/3f9c-640.webp";
const bytes = randomBytes(300_000);

/** What every place for images promises. */
function suite(open: () => Promise<ImageFiles>): void {
  test("a file is read as it was stored, replaced, and removed", async () => {
    const files = await open();
    expect(await files.get(file)).toBeUndefined();
    await files.put(file, bytes);
    await files.put("store_abc/other-640.webp", Buffer.from("other"));
    expect((await files.get(file))?.equals(bytes)).toBe(true);
    await files.put(file, Buffer.from("again"));
    expect(String(await files.get(file))).toBe("again");
    await files.remove(file);
    await files.remove(file);
    expect(await files.get(file)).toBeUndefined();
    expect(String(await files.get("store_abc/other-640.webp"))).toBe("other");
    expect(await files.get("store_xyz/other-640.webp")).toBeUndefined();
  });

  test("a picture decodes after storing", async () => {
    const files = await open();
    await files.put(file, await picture(640, 480).webp().toBuffer());
    expect(await sharp(await files.get(file)).metadata()).toMatchObject({ width: 640, height: 480 });
  });
}

describe("a folder:", () => {
  suite(async () => folderFiles(path.join(await temporaryFolder(), "not", "there", "yet")));

  test("readers see complete files only, and an interrupted write leaves none", async () => {
    const folder = await temporaryFolder();
    const files = folderFiles(folder);
    await files.put(file, bytes);
    const writes = Array.from({ length: 20 }, () => files.put(file, bytes));
    const sizes = await Promise.all(Array.from({ length: 50 }, async () => (await files.get(file))?.length));
    await Promise.all(writes);
    expect(new Set(sizes)).toEqual(new Set([bytes.length]));
    expect(await readdir(path.join(folder, "store_abc"))).toEqual(["3f9c-640.webp"]);
    expect((await stat(path.join(folder, file))).size).toBe(bytes.length);
  });
});

(hasMoto ? describe : describe.skip)("a bucket (moto, which checks signatures with botocore):", () => {
  suite(async () => bucketFiles({ ...(await startS3("shop-images")), region: "us-east-1" }));

  test("refuses another secret, and the error has no key", async () => {
    const s3 = await startS3("shop-images");
    const files = bucketFiles({ ...s3, region: "us-east-1", secret: "another" });
    const error = await files.put(file, bytes).catch((cause: unknown) => cause);
    expect(String(error)).toBe("Error: The bucket of images failed: S3 returned 403 – SignatureDoesNotMatch");
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(s3.keyId);
  });

  test("needs no public access", async () => {
    const s3 = await startS3("shop-images");
    await bucketFiles({ ...s3, region: "us-east-1" }).put(file, bytes);
    expect((await fetch(`${s3.url}/${file}`)).status).toBe(403);
  });
});

test("a bucket that fails or can't be reached is an error, and never an empty answer", async () => {
  let status = 503;
  const server = createServer((_req, res) =>
    res.writeHead(status).end("<Error><Code>SlowDown</Code></Error>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const settings = { region: "auto", keyId: "key", secret: "secret" };
  const files = bucketFiles({ ...settings, url: `http://127.0.0.1:${port}/images` });
  await expect(files.get(file)).rejects.toThrow("The bucket of images failed: S3 returned 503");
  await expect(files.put(file, bytes)).rejects.toThrow("S3 returned 503");
  await expect(files.remove(file)).rejects.toThrow("S3 returned 503");
  status = 403;
  await expect(files.get(file)).rejects.toThrow("S3 returned 403");
  server.close();
  server.closeAllConnections();
  await expect(files.get(file)).rejects.toThrow("The bucket of images failed:");
});
