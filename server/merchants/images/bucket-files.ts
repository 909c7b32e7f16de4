import { S3mini } from "s3mini";
import type { BucketSettings, ImageFiles } from "./image-files.ts";

const timeoutMs = 10_000;

/** Objects in a bucket of an S3-compatible store. */
export function bucketFiles({ url, region, keyId, secret }: BucketSettings): ImageFiles {
  const bucket = new S3mini({
    accessKeyId: keyId,
    secretAccessKey: secret,
    endpoint: url,
    region,
    requestAbortTimeout: timeoutMs,
  });
  return {
    put: (file, bytes, type = "image/webp") =>
      asked(async () => void (await bucket.putObject(file, bytes, type))),
    get: (file) =>
      asked(async () => {
        const content = await bucket.getObjectArrayBuffer(file);
        return content === null ? undefined : Buffer.from(content);
      }),
    remove: (file) => asked(async () => void (await bucket.deleteObject(file))),
  };
}

/** Errors keep their message only, because the store's answer may contain the access key. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`The bucket of images failed: ${error instanceof Error ? error.message : "no reason"}`);
  }
}
