import { html } from "hono/html";
import type { Mismatch } from "../../../catalog-import/contract.ts";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import { decimalAmount } from "../../../domain/money.ts";
import { stockQuantity } from "../../../domain/stock.ts";
import { typedAmount } from "../../../domain/typed-amount.ts";
import type { ProductChange } from "../../../merchants/products/edit-product.ts";
import { textOf } from "../../frame/forms.ts";
import type { Html } from "../../route.ts";
import { faultsOf } from "./product-fields.ts";

/** A product in a table of products that are edited together, as text. */
export interface EditRow {
  /** Empty for a new product. */
  id: string;
  version: string;
  price: string;
  stock: string;
  /** The stock that the page showed: sales may change it meanwhile. */
  shownStock: string;
  sku: string;
  imageUrl: string;
  isActive: boolean;
  faults: Partial<Record<RowField, string>>;
}

export type RowField = "price" | "stock" | "sku" | "imageUrl";

const labels: Record<RowField, string> = {
  price: "Price",
  stock: "Stock",
  sku: "SKU",
  imageUrl: "Image URL",
};

export function rowOf(product: ManagedProduct): EditRow {
  const stock = product.quantity === null ? "" : String(product.quantity);
  return {
    id: product._id,
    version: product.version,
    price: decimalAmount(product.priceInCents, product.currency),
    ...{ stock, shownStock: stock },
    sku: product.sku ?? "",
    imageUrl: product.imageUrl ?? "",
    isActive: product.isActive,
    faults: {},
  };
}

const nameOf = (at: number, field: string) => `rows.${at}.${field}`;

/** The row's cells and its hidden fields. @param of names the product for screen readers */
export function rowCells(row: EditRow, at: number, of: string, fields: readonly RowField[]): Html {
  const { id, version, shownStock, isActive } = row;
  return html`${fields.map((field, n) => {
    const [name, fault] = [nameOf(at, field), row.faults[field]];
    const attributes = fault === undefined ? "" : html` aria-invalid="true" aria-describedby="${name}-fault"`;
    return html`<td data-label="${labels[field]}"${fault !== undefined && html` class="faulty"`}>${
      n === 0 &&
      html`<input type="hidden" name="${nameOf(at, "id")}" value="${id}"><input type="hidden" name="${nameOf(at, "version")}" value="${version}"><input type="hidden" name="${nameOf(at, "shownStock")}" value="${shownStock}">`
    }<span><input class="cell ${field}" name="${name}" value="${row[field]}" aria-label="${labels[field]} of ${of}" autocomplete="off"${field === "price" && html` inputmode="decimal" required`}${field === "stock" && html` inputmode="numeric"`}${attributes}>
${fault !== undefined && html`<span class="fault" id="${name}-fault">${fault}</span>`}</span></td>
`;
  })}<td data-label="For sale">${checkCell(nameOf(at, "isActive"), `${of} is for sale`, isActive)}</td>`;
}

export function checkCell(name: string, label: string, isChecked: boolean): Html {
  return html`<input type="checkbox" name="${name}" value="yes" aria-label="${label}"${isChecked && html` checked`}>`;
}

/** The rows of a form, with their places. */
export function rowsIn(form: FormData): { at: number; row: EditRow }[] {
  const places = [...form.keys()].flatMap((name) => /^rows\.(\d{1,4})\.id$/.exec(name)?.[1] ?? []);
  return places.map(Number).map((at) => {
    const text = (field: string) => textOf(form, nameOf(at, field));
    const row = {
      ...{ id: text("id"), version: text("version"), price: text("price"), stock: text("stock") },
      ...{ shownStock: text("shownStock"), sku: text("sku"), imageUrl: text("imageUrl") },
      isActive: text("isActive") !== "",
      faults: {},
    };
    return { at, row };
  });
}

/** The change that a row makes, or the row with its faults. A stock that wasn't edited isn't set. */
export function changeIn(
  row: EditRow,
  currency: string,
  fields: readonly RowField[],
): { change: ProductChange & { priceInCents: number } } | { faulty: EditRow } {
  const price = typedAmount(row.price, currency);
  const stock = row.stock === "" ? null : stockQuantity(row.stock);
  if (typeof price !== "number" || stock === undefined) {
    const faults = {
      ...(typeof price !== "number" && { price: price.fault }),
      ...(stock === undefined && { stock: "Enter a whole number, such as 12." }),
    };
    return { faulty: { ...row, faults } };
  }
  return {
    change: {
      priceInCents: price,
      isActive: row.isActive,
      ...(row.stock !== row.shownStock && { quantity: stock }),
      ...(fields.includes("sku") && { sku: row.sku || null }),
      ...(fields.includes("imageUrl") && { imageUrl: row.imageUrl || null }),
    },
  };
}

/** The faults of a refused change beside the fields that have them; those of others beside the price. */
export function refusedRow(row: EditRow, mismatches: Mismatch[], message: string): EditRow {
  const faults = Object.entries(faultsOf(mismatches)).map(([field, fault]) => [
    field in labels ? field : "price",
    fault,
  ]);
  return { ...row, faults: faults.length > 0 ? Object.fromEntries(faults) : { price: message } };
}
