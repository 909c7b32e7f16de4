import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { type ManagedProduct, RefusedWrite } from "../../../database/queries/products/managed-products.ts";
import { nameWithOptions } from "../../../domain/product.ts";
import { withPayablePages } from "../../../merchants/payments/payable-pages.ts";
import { editWrite, InvalidProduct } from "../../../merchants/products/edit-product.ts";
import { get, post } from "../../get-and-post.ts";
import type { Reply, Services, StoreRequest } from "../../route.ts";
import { postForm } from "../../view/forms.ts";
import { changeIn, type EditRow, type RowField, refusedRow, rowCells, rowOf, rowsIn } from "./edit-rows.ts";
import { chosenIn, linkTo, listPage } from "./product-list.ts";

export const bulkEditRoutes = [
  get("/products/edit", "staff", async (request, { database }) => {
    const chosen = chosenIn(request);
    const page = await listPage(database, request, chosen, { limit: perPage, isGrouped: false });
    const rows = page.products.map((product) => ({ product, row: rowOf(product) }));
    const last = page.products.at(-1);
    return pageOf(request, rows, {
      next: page.hasMore && last ? linkTo(request, chosen, last._id, "/products/edit") : undefined,
    });
  }),
  post("/products/edit", "staff", saveTable, { maxBytes: 256 * 1024 }),
];

const fields: readonly RowField[] = ["price", "stock"];
const perPage = 50;

interface Row {
  product: ManagedProduct;
  row: EditRow;
}

function pageOf(
  request: StoreRequest,
  rows: Row[],
  { next, message }: { next?: string | undefined; message?: string },
): Reply {
  const { link } = request;
  const table = html`<div class="of-list"><table class="list stacked editing">
<caption class="hidden-text">Products</caption>
<thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Stock</th><th scope="col">For sale</th></tr></thead>
<tbody>${rows.map(({ product, row }, at) => {
    const name = nameWithOptions(product);
    return html`<tr><th scope="row">${name}<span class="hint">${product.sku ?? product.reference}</span></th>
${rowCells(row, at, name, fields)}</tr>
`;
  })}</tbody></table></div>
<p class="actions below-list"><button class="button">Save all</button><a class="button secondary" href="${link("/products")}">Back to the list</a>
${next !== undefined && html`<a href="${next}">Next page →</a>`}</p>`;
  const content = html`<p class="crumb"><a href="${link("/products")}">← Products</a></p>
<div class="head"><h1>Edit products</h1>
<p class="lead">All changes are saved together, or none. An empty stock means that buyers can order any quantity.</p></div>
${message !== undefined && html`<div class="fault-list" role="alert"><p>${message}</p></div>`}
<section class="card of-list">${rows.length > 0 ? postForm(request, link("/products/edit"), table) : html`<p class="empty">No products match.</p>`}</section>`;
  return { page: { title: "Edit products", content, status: message === undefined ? 200 : 400 } };
}

async function saveTable(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by, link } = request;
  const { managedProducts } = services.database;
  const found = await Promise.all(
    rowsIn(form).map(async ({ row }) => ({
      row,
      product: await managedProducts.find({ storeId: store.id, product: row.id }),
    })),
  );
  const rows = found.flatMap(({ row, product }): Row[] => (product ? [{ row, product }] : []));
  if (rows.length < found.length)
    throw new ApiError("CONFLICT", "Some of the products no longer exist. Open the page again.");
  const read = rows.map(({ row, product }) => ({ product, result: changeIn(row, product.currency, fields) }));
  const faulty = read.map(({ product, result }, at) => ({
    product,
    row: "faulty" in result ? result.faulty : (rows[at]?.row ?? rowOf(product)),
  }));
  if (read.some(({ result }) => "faulty" in result))
    return pageOf(request, faulty, { message: nothingSaved });
  const writes = read.flatMap(({ product, result }, at) =>
    "change" in result ? [editWrite(product._id, rows[at]?.row.version, result.change)] : [],
  );
  try {
    await managedProducts.changeAll(store.id, writes, { by });
  } catch (error) {
    if (!(error instanceof RefusedWrite)) throw error;
    const { at, refusal } = error;
    const mismatches = refusal instanceof InvalidProduct ? refusal.mismatches : [];
    const again = rows.map((one, n) =>
      n === at ? { ...one, row: refusedRow(one.row, mismatches, refusal.message) } : one,
    );
    return pageOf(request, again, { message: nothingSaved });
  }
  const notice = withPayablePages("Products saved.", await services.closePages.ofStore(store.id));
  return { redirect: link("/products"), notice };
}

const nothingSaved = "Nothing was saved. Correct the marked fields.";
