import { ApiError } from "@counterpart/server/errors";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { ProductInput } from "../../database/queries/products/products.ts";
import { withPayablePages } from "../../merchants/payments/payable-pages.ts";
import type { GivenProduct, ProductChange } from "../../merchants/products/edit-product.ts";
import { filled, wholeNumber } from "../input/option-values.ts";
import { productOf } from "../input/product-of.ts";
import { changeIn, faultsByFlag, type ProductOptions, withProductOptions } from "../input/product-options.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { fieldsOf, noSuchProduct } from "../output/product-text.ts";
import { fieldList } from "../output/table.ts";
import type { ChangingStore, ShopCommand } from "../shop-command.ts";
import { type Answer, wrongUsage } from "../terminal.ts";

interface NewOptions extends ProductOptions {
  stock?: number;
}

interface ExistingOptions extends ProductOptions {
  ifVersion?: string;
  withVariants?: true;
}

const emptyHelp = '\nAn empty value, such as --category "", removes the value.';

/** The commands that add, change and delete a single product. */
export function addProductChanges(products: ShopCommand): void {
  const { terminal } = products;
  withProductOptions(products.add("add", "Add a product at the end of the store's list."), { isNew: true })
    .ofStore()
    .option("--no-active", "don't put it up for sale yet")
    .option("--stock <number>", "how many there are; without it, any quantity can be bought", wholeNumber)
    .explain("\nThe product's reference is its id. Variants of one item have the same --group.")
    .changesStore(async ({ store, database, by }, options: NewOptions) => {
      const { name = "", priceInCents = 0, type = "physical", ...rest } = changeIn(options, store.currency);
      const input = await newInput({ ...rest, name, priceInCents, type }, options, store.currency);
      return added(await database.managedProducts.create(store.id, input, by));
    });

  withProductOptions(products.add("edit", "Change a product. Only the given fields change."))
    .argument("<product>", "the product's reference or id")
    .ofStore()
    .option(
      "--if-version <version>",
      "only if it still has this version, as `products show` prints it",
      filled,
    )
    .option("--active", "put it up for sale")
    .option("--no-active", "take it off sale")
    .option(
      "--with-variants",
      "also change the group's other variants, in their group, type, description, category and details",
    )
    .explain(`${emptyHelp} \`products stock\` changes the stock.`)
    .changesStore(change(givenChange));

  withProductOptions(
    products.add(
      "duplicate",
      "Add a product with the fields of another one and those given. It isn't for sale yet.",
    ),
  )
    .argument("<product>", "the reference or id of the product to copy")
    .ofStore()
    .option("--active", "put it up for sale")
    .option("--stock <number>", "how many there are; by default 0 if the other one is counted", wholeNumber)
    .explain(`${emptyHelp} The slug and the SKU aren't copied.`)
    .changesStore(async ({ store: { id: storeId }, database, by }, product: string, options: NewOptions) => {
      const found = await productOf(database, { storeId, product });
      const { copyOf } = await import("../../merchants/products/copy-product.ts");
      const given = { ...copyOf(found), ...changeIn(options, found.currency) };
      const input = await newInput(given, options, found.currency);
      return added(await database.managedProducts.create(storeId, input, by));
    });

  products
    .addOfStore("delete", "Delete a product permanently. Orders keep their lines.")
    .argument("<product>", "the product's reference or id")
    .option("--if-version <version>", "only if it still has this version", filled)
    .explain("\nCarts that contain it can't be paid, and open payment pages are closed.")
    .changesStore(
      async ({ store: { id: storeId }, database, by }, product: string, options: ExistingOptions) => {
        const { refuseChanged } = await import("../../merchants/products/edit-product.ts");
        const address = { storeId, product };
        const check = refuseChanged(options.ifVersion);
        const deleted = await database.managedProducts.delete(address, check, by);
        if (!deleted) throw noSuchProduct(product);
        const payable = await closePages(terminal, database, storeId);
        const { _id: id, reference } = deleted;
        return {
          value: { id, reference, deleted: true, ...payableValue(payable) },
          text: withPayablePages(`${reference} was deleted.`, payable),
        };
      },
    );

  const setActive = (name: "activate" | "deactivate", description: string) =>
    products
      .addOfStore(name, description)
      .argument("<product>", "the product's reference or id")
      .option("--if-version <version>", "only if it still has this version", filled)
      .changesStore(change(() => ({ isActive: name === "activate" })));
  setActive("activate", "Put a product up for sale.");
  setActive(
    "deactivate",
    "Take a product off sale. Carts that contain it can't be paid, and open payment pages are closed.",
  );

  function change(changeFor: (current: ManagedProduct, options: ExistingOptions) => ProductChange) {
    return async (open: ChangingStore, product: string, options: ExistingOptions): Promise<Answer> => {
      const { store, database, by } = open;
      const address = { storeId: store.id, product };
      const current = await productOf(database, address);
      const { editProduct } = await import("../../merchants/products/edit-product.ts");
      const { ifVersion: version, withVariants = false } = options;
      const wanted = { version, change: changeFor(current, options), by, withVariants };
      const changed = await namingFlags(() => editProduct(database, address, wanted));
      if (!changed) throw noSuchProduct(product);
      const done = changed.version === current.version ? "is unchanged" : "was updated";
      const payable = await closePages(terminal, database, store.id);
      const confirmation = withPayablePages(`${changed.reference} ${done}.`, payable);
      return {
        value: { ...changed, ...payableValue(payable) },
        text: `${confirmation}\n\n${fieldList(fieldsOf(changed))}`,
      };
    };
  }
}

function added(product: ManagedProduct): Answer {
  return { value: product, text: `${product.reference} was added.\n\n${fieldList(fieldsOf(product))}` };
}

/** Throws INVALID_REQUEST if no field is given. */
function givenChange({ currency }: ManagedProduct, options: ExistingOptions): ProductChange {
  const change = changeIn(options, currency);
  if (Object.keys(change).length > 0) return change;
  throw wrongUsage("Give at least one field to change. `products edit --help` lists them.");
}

/** The product to add: what is given, and an option's main image and stock. Throws VALIDATION_ERROR. */
async function newInput(
  { imageUrl, ...given }: GivenProduct & ProductChange,
  { stock }: NewOptions,
  currency: string,
): Promise<ProductInput> {
  const { newProduct, withMainImage } = await import("../../merchants/products/edit-product.ts");
  const product = {
    ...given,
    ...(imageUrl !== undefined && { images: withMainImage(given.images ?? [], imageUrl) }),
    ...(stock !== undefined && { stock }),
  };
  return namingFlags(() => newProduct(product, currency));
}

/** Rewords an invalid product's faults for people who typed options. */
async function namingFlags<T>(work: () => T | Promise<T>): Promise<T> {
  const { InvalidProduct } = await import("../../merchants/products/edit-product.ts");
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidProduct)) throw error;
    throw new ApiError("VALIDATION_ERROR", faultsByFlag(error.mismatches));
  }
}
