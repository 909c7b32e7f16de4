/** Where the files of images are kept. Their content never changes. */
export interface ImageFiles {
  /**
   * @param file such as `store_…/3f9c…-640.webp`
   * @param type of the content; WebP by default
   */
  put(file: string, bytes: Buffer, type?: string): Promise<void>;
  /** Undefined if there is no such file. */
  get(file: string): Promise<Buffer | undefined>;
  remove(file: string): Promise<void>;
}

export interface ImageSettings {
  place: { folder: string } | { bucket: BucketSettings };
  /** Of all files of one store. */
  maxBytesPerStore: number;
}

export interface BucketSettings {
  /** With the bucket's name: `https://s3.eu-central-1.amazonaws.com/shop-images`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}
