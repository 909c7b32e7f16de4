import { type Environment, webAddress, wholeNumber } from "@counterpart/server/settings";
import { z } from "zod";
import type { ImageSettings } from "./image-files.ts";

const printable = z.string().regex(/^[\x21-\x7e]+$/, "must be printable, without spaces");

/** Where uploaded images are stored. `npm run docs:reference` writes these to docs/reference/variables.md. */
export const imageVariables = z.object({
  IMAGES_FOLDER: z
    .string()
    .regex(/^\P{Cc}+$/u, "must be a path")
    .optional()
    .meta({
      default: "`./data/images` in development; otherwise images aren't uploaded",
      description:
        "Folder for uploaded product images, shared by all servers. See [Images](../operating/images.md).",
    }),
  IMAGES_BUCKET_URL: webAddress
    .refine((url) => URL.parse(url)?.search === "", "must not have a query")
    .optional()
    .meta({
      default: "none",
      description:
        "A bucket of an S3-compatible store, instead of the folder: `https://s3.eu-central-1.amazonaws.com/shop-images`.",
    }),
  IMAGES_BUCKET_REGION: printable
    .default("us-east-1")
    .meta({ default: "`us-east-1`", description: "The bucket's region; some stores call it `auto`." }),
  IMAGES_BUCKET_KEY_ID: printable.optional().meta({
    secret: true,
    default: "required with `IMAGES_BUCKET_URL`",
    description: "Access key ID that may read, write and delete the bucket's objects.",
  }),
  IMAGES_BUCKET_SECRET: printable.optional().meta({
    secret: true,
    default: "required with `IMAGES_BUCKET_URL`",
    description: "Its secret access key.",
  }),
  IMAGES_MB_PER_STORE: wholeNumber(1, 1_000_000).default(1024).meta({
    default: "`1024`",
    description: "How much one store's images may take up, 1 to 1000000.",
  }),
});

/** Each of these may be read from a file, named by `…_FILE`. */
export const imageSecrets = ["IMAGES_BUCKET_KEY_ID", "IMAGES_BUCKET_SECRET"];

const developmentFolder = "./data/images";

export function imageMistakes({ given }: Pick<Environment, "given">): string[] {
  if (given.IMAGES_BUCKET_URL === undefined) return [];
  return imageSecrets
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is required with IMAGES_BUCKET_URL`);
}

/** Undefined if images aren't uploaded. */
export function imageSettings(
  values: z.infer<typeof imageVariables>,
  { production }: Pick<Environment, "production">,
): ImageSettings | undefined {
  const { IMAGES_BUCKET_URL: url, IMAGES_FOLDER: given } = values;
  const maxBytesPerStore = values.IMAGES_MB_PER_STORE * 1024 ** 2;
  if (url !== undefined) {
    const { IMAGES_BUCKET_KEY_ID: keyId = "", IMAGES_BUCKET_SECRET: secret = "" } = values;
    return {
      place: { bucket: { url, region: values.IMAGES_BUCKET_REGION, keyId, secret } },
      maxBytesPerStore,
    };
  }
  const folder = given ?? (production ? undefined : developmentFolder);
  return folder === undefined ? undefined : { place: { folder }, maxBytesPerStore };
}
