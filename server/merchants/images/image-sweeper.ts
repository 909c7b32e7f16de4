import type { Logger } from "pino";
import { oneAtATime } from "../../database/concurrency/one-at-a-time.ts";
import type { Database } from "../../database/database.ts";
import type { Clock } from "../../domain/clock.ts";
import { imageFile, imageWidths } from "../../domain/product-image.ts";
import type { ImageFiles } from "./image-files.ts";

export interface ImageSweeperParts {
  database: Pick<Database, "productImages" | "leases">;
  files: ImageFiles;
  /** Removes what else is unused in the same place. */
  sweepFiles: () => Promise<void>;
  clock: Clock;
  log: Logger;
}

const hourMs = 60 * 60 * 1000;
/** The lease isn't released, so one process sweeps, once a day. */
const turnMs = 24 * hourMs;

/** Removes the images and files that no product has had for a week. */
export function createImageSweeper({ database, files, sweepFiles, clock, log }: ImageSweeperParts) {
  const { productImages, leases } = database;
  let isStopping = false;

  async function sweep(): Promise<void> {
    for (const storeId of await productImages.storeIds()) {
      if (isStopping) return;
      try {
        for (const name of await productImages.findUnused(storeId)) {
          await Promise.all(imageWidths.map((width) => files.remove(imageFile(storeId, name, width))));
          await productImages.forget({ storeId, name });
        }
      } catch (err) {
        log.error({ err, store: storeId }, "could not remove the unused images of a store");
      }
    }
    await sweepFiles();
  }

  async function tick(): Promise<void> {
    if (await leases.take({ name: "images", now: clock(), forMs: turnMs })) await sweep();
  }

  const sweeps = oneAtATime();
  const timer = setInterval(() => {
    sweeps.run(tick).catch((err: unknown) => log.error({ err }, "the sweep of images failed"));
  }, hourMs);
  timer.unref();

  return {
    /** Sweeps even when it isn't this process's turn. */
    sweep,
    /** Resolves when the running sweep, if any, has stopped. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopping = true;
      await sweeps.ended();
    },
  };
}
