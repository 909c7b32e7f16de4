import { html } from "hono/html";
import {
  type ManagedProduct,
  maxVariants,
  RefusedWrite,
} from "../../../database/queries/products/managed-products.ts";
import type { ProductOption } from "../../../domain/product.ts";
import { stockQuantity } from "../../../domain/stock.ts";
import { typedAmount } from "../../../domain/typed-amount.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { InvalidProduct } from "../../../merchants/products/edit-product.ts";
import {
  combinationsOf,
  matrixOf,
  type OptionValues,
  optionsOf,
} from "../../../merchants/products/variant-matrix.ts";
import { groupNamed, variantWrites, type WantedVariant } from "../../../merchants/products/variant-writes.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../../route.ts";
import { postForm, textField } from "../../view/forms.ts";
import {
  changeIn,
  checkCell,
  type EditRow,
  type RowField,
  refusedRow,
  rowCells,
  rowOf,
  rowsIn,
} from "./edit-rows.ts";
import { findProduct } from "./find-product.ts";
import { variantsOf } from "./product-variants.ts";

export const variantRoutes = [
  get("/products/{productId}/variants", "staff", async (request, services) => {
    const product = await findProduct(request, services);
    const { products } = await siblings(services.database, product);
    const options = optionsOf(products).map(({ name, values }) => ({ name, values: values.join(", ") }));
    return pageOf(request, product, {
      groupName: product.group?.name ?? product.name,
      options,
      ...(product.group ? tableOf(combined(options), products, product) : { rows: [], others: [] }),
    });
  }),
  post("/products/{productId}/variants", "staff", changeVariants, { maxBytes: 256 * 1024 }),
];

const maxOptions = 3;
const fields: readonly RowField[] = ["price", "stock", "sku", "imageUrl"];

interface VariantRow {
  options: ProductOption[];
  row: EditRow;
  /** Unticked to remove the variant, or not to add it. */
  isKept: boolean;
}

interface Matrix {
  groupName: string;
  /** As typed: a name, and values separated by commas. */
  options: { name: string; values: string }[];
  /** Why the options can't be combined. */
  fault?: string | undefined;
  rows: VariantRow[];
  /** Variants that have no combination of the options' values any more. */
  others: VariantRow[];
  message?: string;
  status?: number;
}

/** The product's variants, or only itself. */
async function siblings(database: Services["database"], product: ManagedProduct) {
  return product.group ? variantsOf(database, product) : { products: [product], hasMore: false };
}

function combined(options: Matrix["options"]): OptionValues[] {
  return options
    .map(({ name, values }) => ({ name: name.trim(), values: [...new Set(valuesIn(values))] }))
    .filter(({ name, values }) => name !== "" || values.length > 0);
}

function valuesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

function optionsFault(options: OptionValues[]): string | undefined {
  if (options.length === 0) return "Enter an option and its values, such as Size with S, M, L.";
  const partial = options.find(({ name, values }) => name === "" || values.length === 0);
  if (partial) return "Each option needs a name and at least one value.";
  const names = options.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return "Two options have the same name.";
  const count = options.reduce((product, { values }) => product * values.length, 1);
  return count > maxVariants
    ? `These are ${count} variants, and a product has at most ${maxVariants}. Remove some values.`
    : undefined;
}

/** The rows for these options. @param typed what was typed for variants, by id, and for combinations, by their text */
function tableOf(
  options: OptionValues[],
  variants: ManagedProduct[],
  product: ManagedProduct,
  typed: VariantRow[] = [],
): Pick<Matrix, "rows" | "others"> {
  const { rows, others } = matrixOf(combinationsOf(options), variants);
  const known = (id: string, of: ProductOption[]) =>
    typed.find(({ row, options: some }) =>
      id === "" ? row.id === "" && keyOf(some) === keyOf(of) : row.id === id,
    );
  const blank = { ...rowOf(product), id: "", version: "", sku: "", shownStock: "" };
  return {
    rows: rows.map(({ options: of, variant }) => {
      const found = known(variant?._id ?? "", of);
      return {
        options: of,
        row: found?.row ?? (variant ? rowOf(variant) : { ...blank, stock: blankStock(product) }),
        isKept: found?.isKept ?? true,
      };
    }),
    others: others.map((variant) => ({ options: variant.options, row: rowOf(variant), isKept: false })),
  };
}

const blankStock = ({ quantity }: ManagedProduct) => (quantity === null ? "" : "0");
const keyOf = (options: ProductOption[]) => JSON.stringify(options.map(({ name, value }) => [name, value]));
const textOfOptions = (options: ProductOption[]) => options.map(({ value }) => value).join(" / ");

function pageOf(request: StoreRequest, product: ManagedProduct, matrix: Matrix): Reply {
  const { link } = request;
  const { rows, others, message, status = 200 } = matrix;
  const back = link(`/products/${product._id}`);
  const all = [...rows, ...others];
  const form = html`${optionFields(matrix)}
<input type="hidden" name="made-of" value="${madeOf(combined(matrix.options))}">
<p class="actions"><button class="button${all.length > 0 ? " secondary" : ""}" name="step" value="table">${all.length > 0 ? "Update the table" : "Make the variants"}</button></p>
${all.length > 0 && variantTable(all, rows.length, product)}`;
  const content = html`<p class="crumb"><a href="${back}">← ${product.name}</a></p>
<div class="head"><h1>Variants of ${product.group?.name ?? product.name}</h1>
<p class="lead">Enter the options once. Each combination of their values is a variant with its own price, stock and SKU.</p></div>
${message !== undefined && html`<div class="fault-list" role="alert"><p>${message}</p></div>`}
<section class="card">${postForm(request, link(`/products/${product._id}/variants`), form)}</section>`;
  return { page: { title: `Variants of ${product.group?.name ?? product.name}`, content, status } };
}

/** The options that the table was made of. */
const madeOf = (options: OptionValues[]) => JSON.stringify(options.map(({ name, values }) => [name, values]));

function optionFields({ groupName, options, fault }: Matrix): Html {
  const places = Array.from({ length: maxOptions }, (_, at) => options[at] ?? { name: "", values: "" });
  return html`${textField({ label: "Product name", name: "group-name", value: groupName, isRequired: true, maxLength: 400, autocomplete: "off" })}
${places.map(({ name, values }, at) => {
  const [n, isFirst] = [at + 1, at === 0];
  return html`<div class="row-form options">
${textField({ label: `Option ${n}`, name: `option-name-${n}`, value: name, placeholder: isFirst ? "Size" : "", fault: isFirst ? fault : undefined, autocomplete: "off" })}
${textField({ label: `Values of option ${n}`, name: `option-values-${n}`, value: values, placeholder: isFirst ? "S, M, L" : "", autocomplete: "off" })}
</div>`;
})}`;
}

function variantTable(all: VariantRow[], combinations: number, { currency }: ManagedProduct): Html {
  return html`<div class="row-form">
${textField({ label: `Price for all, in ${currency.toUpperCase()}`, name: "all-price", inputmode: "decimal", autocomplete: "off" })}
${textField({ label: "Stock for all", name: "all-stock", inputmode: "numeric", autocomplete: "off" })}
<button class="button secondary" name="step" value="fill">Fill in</button></div>
<table class="list stacked editing">
<caption class="hidden-text">Variants</caption>
<thead><tr><th scope="col">Variant</th><th scope="col">Price</th><th scope="col">Stock</th><th scope="col">SKU</th><th scope="col">Image URL</th><th scope="col">For sale</th><th scope="col">Keep</th></tr></thead>
<tbody>${all.map(({ options, row, isKept }, at) => {
    const name = textOfOptions(options) || "without options";
    return html`<tr><th scope="row">${name}${row.id === "" && html`<span class="hint">New</span>`}${at >= combinations && html`<span class="hint">No longer one of the values</span>`}<input type="hidden" name="rows.${at}.options" value="${JSON.stringify(options)}"></th>
${rowCells(row, at, name, fields)}<td data-label="Keep">${checkCell(`rows.${at}.kept`, `Keep ${name}`, isKept)}</td></tr>
`;
  })}</tbody></table>
<p class="hint">Variants that aren’t kept are deleted, or not added. Orders keep them.</p>
<p class="actions"><button class="button" name="step" value="save">Save variants</button></p>`;
}

async function changeVariants(request: StoreRequest, services: Services): Promise<Reply> {
  const { form } = request;
  const product = await findProduct(request, services);
  const { products } = await siblings(services.database, product);
  const options = Array.from({ length: maxOptions }, (_, at) => ({
    name: textOf(form, `option-name-${at + 1}`),
    values: textOf(form, `option-values-${at + 1}`),
  }));
  const groupName = textOf(form, "group-name") || (product.group?.name ?? product.name);
  const axes = combined(options);
  const typed = rowsOfForm(form);
  const fault = optionsFault(axes);
  if (fault !== undefined) {
    return pageOf(request, product, { groupName, options, fault, rows: typed, others: [], status: 400 });
  }
  const step = textOf(form, "step");
  const matrix = { groupName, options, ...tableOf(axes, products, product, typed) };
  if (step === "fill") return pageOf(request, product, filled(matrix, form, product.currency));
  const isCurrent = textOf(form, "made-of") === madeOf(axes) && typed.length > 0;
  if (step === "save" && isCurrent) return save(request, services, product, { ...matrix, typed, products });
  const message =
    step === "save" ? "The options have changed. Check the variants, and save them." : undefined;
  return pageOf(request, product, { ...matrix, ...(message !== undefined && { message }) });
}

function rowsOfForm(form: FormData): VariantRow[] {
  return rowsIn(form).map(({ at, row }) => ({
    row,
    options: optionsInText(textOf(form, `rows.${at}.options`)),
    isKept: textOf(form, `rows.${at}.kept`) !== "",
  }));
}

function optionsInText(text: string): ProductOption[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read)
      ? read.map((one) => ({ name: String(one?.name), value: String(one?.value) }))
      : [];
  } catch {
    return [];
  }
}

/** The table with one price or stock in all rows, or with the reason why it can't be. */
function filled(matrix: Matrix, form: FormData, currency: string): Matrix {
  const [price, stock] = [textOf(form, "all-price"), textOf(form, "all-stock")];
  const amount = price === "" ? 0 : typedAmount(price, currency);
  if (typeof amount !== "number") return { ...matrix, message: amount.fault, status: 400 };
  if (stock !== "" && stockQuantity(stock) === undefined) {
    return { ...matrix, message: "The stock must be a whole number, such as 12.", status: 400 };
  }
  const given = { ...(price !== "" && { price }), ...(stock !== "" && { stock }) };
  return { ...matrix, rows: matrix.rows.map((one) => ({ ...one, row: { ...one.row, ...given } })) };
}

async function save(
  request: StoreRequest,
  services: Services,
  product: ManagedProduct,
  { typed, products, ...matrix }: Matrix & { typed: VariantRow[]; products: ManagedProduct[] },
): Promise<Reply> {
  const { store, by, link } = request;
  const again = (rows: VariantRow[], message: string, status = 400) =>
    pageOf(request, product, { ...matrix, rows, others: [], message, status });
  const kept = typed.filter(({ isKept }) => isKept);
  if (kept.length === 0)
    return again(typed, "Keep at least one variant. To stop selling the product, delete it.");
  const read = kept.map((one) => ({ one, result: changeIn(one.row, product.currency, fields) }));
  if (read.some(({ result }) => "faulty" in result)) {
    const faulty = new Map(
      read.flatMap(({ one, result }) => ("faulty" in result ? [[one, result.faulty]] : [])),
    );
    return again(
      typed.map((one) => ({ ...one, row: faulty.get(one) ?? one.row })),
      nothingSaved,
    );
  }
  const wanted = read.flatMap(({ one, result }): WantedVariant[] => {
    const variant = products.find(({ _id }) => _id === one.row.id);
    return "change" in result
      ? [{ variant, version: one.row.version, options: one.options, change: result.change }]
      : [];
  });
  const removed = typed.filter(({ isKept, row }) => !isKept && row.id !== "").map(({ row }) => row);
  try {
    const group = await groupNamed(services.database, product, matrix.groupName);
    const writes = await variantWrites(services.database, product, group, { wanted, removed });
    await services.database.managedProducts.changeAll(store.id, writes, { by });
  } catch (error) {
    if (!(error instanceof RefusedWrite)) throw error;
    const { at, refusal } = error;
    const refused = kept[at];
    const mismatches = refusal instanceof InvalidProduct ? refusal.mismatches : [];
    if (!refused) return again(typed, refusal.message, refusal.status);
    const rows = typed.map((one) =>
      one === refused ? { ...one, row: refusedRow(one.row, mismatches, refusal.message) } : one,
    );
    return again(rows, nothingSaved, refusal.status);
  }
  const shown = kept.find(({ row }) => row.id === product._id) ?? kept.find(({ row }) => row.id !== "");
  const notice = withPayablePages("Variants saved.", await services.closePages.ofStore(store.id));
  return { redirect: link(shown ? `/products/${shown.row.id}` : "/products"), notice };
}

const nothingSaved = "Nothing was saved. Correct the marked fields.";
