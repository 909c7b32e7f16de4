interface Holder {
  storeId: string;
  keyId: string;
}

/** The bucket of a caller whose key isn't a row of the database, so that only this has its store. */
export function bucketInStore({ storeId, keyId }: Holder): string {
  return `${storeId}/${keyId}`;
}

/** Undefined for the bucket of an API key, which is its id. */
export function holderIn(bucket: string): Holder | undefined {
  const [storeId = "", keyId] = bucket.split("/");
  return keyId === undefined ? undefined : { storeId, keyId };
}
