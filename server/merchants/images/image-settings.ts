import {
  checked,
  type Environment,
  text,
  type Values,
  variable,
  webAddressMistake,
  wholeNumber,
} from "@counterpart/server/settings";
import type { ImageSettings } from "./image-files.ts";

const printable = text(/^[\x21-\x7e]+$/, "must be printable, without spaces");

/** Where uploaded images are stored. `npm run docs:reference` writes these to docs/reference/variables.md. */
export const imageVariables = {
  IMAGES_FOLDER: variable({
    read: text(/^\P{Cc}+$/u, "must be a path"),
    default: "`./data/images` in development; otherwise images aren't uploaded",
    description:
      "Folder for uploaded product images, shared by all servers. See [Images](../operating/images.md).",
  }),
  IMAGES_BUCKET_URL: variable({
    read: checked(
      (url) =>
        webAddressMistake(url) ?? (URL.parse(url)?.search === "" ? undefined : "must not have a query"),
    ),
    default: "none",
    description:
      "A bucket of an S3-compatible store, instead of the folder: `https://s3.eu-central-1.amazonaws.com/shop-images`.",
  }),
  IMAGES_BUCKET_REGION: variable({
    read: printable,
    unset: "us-east-1",
    default: "`us-east-1`",
    description: "The bucket's region; some stores call it `auto`.",
  }),
  IMAGES_BUCKET_KEY_ID: variable({
    read: printable,
    secret: true,
    default: "required with `IMAGES_BUCKET_URL`",
    description: "Access key ID that may read, write and delete the bucket's objects.",
  }),
  IMAGES_BUCKET_SECRET: variable({
    read: printable,
    secret: true,
    default: "required with `IMAGES_BUCKET_URL`",
    description: "Its secret access key.",
  }),
  IMAGES_MB_PER_STORE: variable({
    read: wholeNumber(1, 1_000_000),
    unset: 1024,
    default: "`1024`",
    description: "How much one store's images may take up, 1 to 1000000.",
  }),
};

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
  values: Values<typeof imageVariables>,
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
