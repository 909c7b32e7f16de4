// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

/** @description The body of every error. Each response narrows `code` to the values that it can have. */
export type Error = {
    error: ErrorMessage;
    code: ErrorCode;
    details?: ErrorDetails;
};

/** @description The store and what it sells, in one consistent snapshot. */
export type Catalog = {
    store: Store;
    /** @description Every active product of the store. An empty list means that nothing is currently for sale. */
    products: Product[];
};

/** @description What a page header or a checkout button needs to know about the API key's store. `getCatalog` returns the whole profile. */
export type StoreSummary = {
    /**
     * @description The store's identifier. It never changes.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    _id: string;
    /**
     * @description The store's name in URLs. The merchant can change it.
     * @example harbour-press
     */
    slug: string;
    /**
     * @description The name to show to customers.
     * @example Harbour Press
     */
    name: string;
    /**
     * @description The merchant's description of the store. Missing if there is none.
     * @example A two-person letterpress studio by the old ferry quay.
     */
    description?: string;
    /**
     * Format: uri
     * @description The URL of the logo. Missing if none was uploaded.
     * @example https://cdn.example.com/harbour-press/logo.svg
     */
    logoUrl?: string;
    /**
     * @description Whether the store is live. An unpublished store can be read and its carts can be filled, so that you can build a storefront before it opens. Checkout is refused with `STORE_UNPUBLISHED`.
     * @example true
     */
    isPublished: boolean;
    /**
     * @description Whether the payment provider is connected. While it is `false`, checkout and the billing portal are refused with `PAYMENTS_NOT_CONFIGURED`.
     * @example true
     */
    paymentsConfigured: boolean;
};

/** @description Something the store sells. */
export type Product = {
    /**
     * @description The product's identifier. It never changes. Carts and checkout sessions call it `productId`.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    _id: string;
    /**
     * @description The store that sells the product. It is always the API key's store.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The name to show to customers. The payment page shows it too.
     * @example Tide calendar 2027
     */
    name: string;
    /**
     * @description What the merchant says about the product, as plain text, or `null`.
     * @example Twelve months of high water, hand-set and printed in two colours on cotton paper.
     */
    description: string | null;
    /**
     * @description The unit price, or the price per billing interval for a subscription, in the smallest unit of `currency`. 2400 is €24.00 in euros and ¥2400 in yen, which has no smaller unit.
     * @example 2400
     */
    priceInCents: number;
    currency: Currency;
    /**
     * @description The type of product. A `digital` product is delivered as a file or as access, a `physical` one is shipped, and a `subscription` is paid again every `billingInterval`. A subscription can't be checked out together with other types.
     * @example physical
     */
    type: "digital" | "subscription" | "physical";
    /**
     * @description How often a subscription is paid. `null` for products that aren't subscriptions.
     * @example null
     */
    billingInterval: "month" | "year" | null;
    /**
     * Format: uri
     * @description The URL of the product's main image, or `null`. It is the first of `images`.
     * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
     */
    imageUrl: string | null;
    /**
     * @description Whether the product can be bought. An inactive product isn't listed and can't be added to a cart. It can still be read by its id, so that a bookmarked page can say that it is no longer sold.
     * @example true
     */
    isActive: boolean;
    /**
     * @description The merchant's grouping label for the product, or `null`.
     * @example Calendars
     */
    category: string | null;
    /**
     * @description Short facts to show as a list, in the merchant's order, or `null`.
     * @example [
     *       "Cotton paper, 300 g/m²",
     *       "30 × 42 cm"
     *     ]
     */
    details: string[] | null;
    /**
     * @description The product's name for URLs, unique in the store: words in lower case, joined by hyphens. Only the merchant can change it. `null` if the product has none.
     * @example tide-calendar-2027
     */
    slug: string | null;
    group: ProductGroup;
    /**
     * @description The options of this variant, in the merchant's order, such as its size and its colour. Empty unless the product has a group.
     * @example []
     */
    options: ProductOption[];
    /**
     * @description The product's images, the main one first, at most 20. Empty if there are none.
     * @example [
     *       {
     *         "url": "https://cdn.example.com/harbour-press/tide-calendar.jpg",
     *         "alt": "The calendar on a harbour wall, open at March."
     *       }
     *     ]
     */
    images: ProductImage[];
    /**
     * @description The merchant's code for the product, or `null`. Several products may have the same.
     * @example TIDE-27
     */
    sku: string | null;
    /**
     * @description The weight of one unit in grams, or `null` if it isn't known.
     * @example 420
     */
    weightInGrams: number | null;
    /**
     * @description The price before a reduction, in the smallest unit of `currency`, or `null`. Show it crossed out if it is higher than `priceInCents`. It changes no totals.
     * @example 2900
     */
    compareAtPriceInCents: number | null;
    /**
     * @description How many days a subscription is free before its first payment, or `null` if it is paid at once. A member has one trial of a product. `null` for products that aren't subscriptions.
     * @example null
     */
    trialDays: number | null;
    /**
     * @description Whether a subscription is shipped, such as a print club's. The payment page then asks for an address. `null` for other types: `physical` products are always shipped, and `digital` ones never.
     * @example null
     */
    requiresShipping: boolean | null;
    /**
     * @description How the product is taxed, as one of Stripe's tax codes (https://docs.stripe.com/tax/tax-codes), or `null` for the account's default code. It matters if the store charges tax.
     * @example txcd_35010000
     */
    taxCode: string | null;
    /**
     * @description How many can be bought now: `quantity` without `reserved`, and at least 0. `null` if the merchant doesn't count the product.
     * @example 48
     */
    stock: number | null;
    /**
     * @description How many are on the shelf, including the `reserved` ones. Negative if more were sold than there were. `null` if the merchant doesn't count the product.
     * @example 50
     */
    quantity: number | null;
    /**
     * @description How many of `quantity` open checkout sessions have reserved. `null` if the merchant doesn't count the product.
     * @example 2
     */
    reserved: number | null;
};

/**
 * @description A text that is unique to this request, such as a UUID. Send the same one when you retry.
 * @example 0d6c7a52-8a3e-4a57-9a7e-5f0f6a1f6c11
 */
export type IdempotencyKey = string;

/** @description A product. Omitted properties are `null` or empty, and `isActive` is `true`. */
export type NewProduct = {
    /**
     * @description The name to show to customers. The payment page shows it too.
     * @example Tide calendar 2027
     */
    name: string;
    /**
     * @description What the merchant says about the product, as plain text, or `null`.
     * @example Twelve months of high water, hand-set and printed in two colours on cotton paper.
     */
    description?: string | null;
    /**
     * @description The unit price, or the price per billing interval for a subscription, in the smallest unit of the store's currency. It must be a price that the payment provider can charge.
     * @example 2400
     */
    priceInCents: number;
    /**
     * @description The type of product.
     * @example physical
     */
    type: "digital" | "subscription" | "physical";
    /**
     * @description How often a subscription is paid. `null` for products that aren't subscriptions.
     * @example null
     */
    billingInterval?: "month" | "year" | null;
    /**
     * @description Whether the product can be bought.
     * @example true
     */
    isActive?: boolean;
    /**
     * @description A grouping label for the product, or `null`.
     * @example Calendars
     */
    category?: string | null;
    /**
     * @description Short facts to show as a list, or `null`.
     * @example [
     *       "Cotton paper, 300 g/m²",
     *       "30 × 42 cm"
     *     ]
     */
    details?: string[] | null;
    /**
     * @description The product's name for URLs, unique in the store, or `null`: letters, digits, hyphens, dots, underscores and tildes, not only dots. Another text is refused with 409 `CONFLICT`, unless the product already has it.
     * @example tide-calendar-2027
     */
    slug?: string | null;
    /**
     * @description The group of variants that the product belongs to, or `null`.
     * @example {
     *       "slug": "harbour-at-first-light",
     *       "name": "Harbour at First Light"
     *     }
     */
    group?: {
        /**
         * @description The group's name for URLs, the same for all its products, of the same characters as `slug`.
         * @example harbour-at-first-light
         */
        slug: string;
        /**
         * @description The common name of the products, without their options.
         * @example Harbour at First Light
         */
        name: string;
    } | null;
    /**
     * @description The options of this variant, such as its size and its colour.
     * @example [
     *       {
     *         "name": "Size",
     *         "value": "A3"
     *       }
     *     ]
     */
    options?: {
        /**
         * @description What can be chosen.
         * @example Size
         */
        name: string;
        /**
         * @description What this product has.
         * @example A3
         */
        value: string;
    }[];
    /**
     * @description The product's images, the main one first.
     * @example [
     *       {
     *         "url": "https://cdn.example.com/harbour-press/tide-calendar.jpg",
     *         "alt": "The calendar on a harbour wall, open at March."
     *       }
     *     ]
     */
    images?: {
        /**
         * Format: uri
         * @description The URL of the image, with `https` or `http`.
         * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
         */
        url: string;
        /**
         * @description The alt text of the image, or `null`.
         * @example The calendar on a harbour wall, open at March.
         */
        alt: string | null;
    }[];
    /**
     * @description The merchant's code for the product, or `null`. Several products may have the same.
     * @example TIDE-27
     */
    sku?: string | null;
    /**
     * @description The weight of one unit in grams, or `null` if it isn't known.
     * @example 420
     */
    weightInGrams?: number | null;
    /**
     * @description The price before a reduction, in the smallest unit of the store's currency, or `null`. Show it crossed out if it is higher than `priceInCents`. It changes no totals.
     * @example 2900
     */
    compareAtPriceInCents?: number | null;
    /**
     * @description How many days a subscription is free before its first payment, or `null` if it is paid at once. A member has one trial of a product. `null` for products that aren't subscriptions.
     * @example null
     */
    trialDays?: number | null;
    /**
     * @description Whether a subscription is shipped, such as a print club's. The payment page then asks for an address. `null` for other types: `physical` products are always shipped, and `digital` ones never.
     * @example null
     */
    requiresShipping?: boolean | null;
    /**
     * @description How the product is taxed, as one of Stripe's tax codes (https://docs.stripe.com/tax/tax-codes), or `null` for the account's default code. It matters if the store charges tax.
     * @example txcd_35010000
     */
    taxCode?: string | null;
    /**
     * @description How many can be bought from now on, beside those that open checkout sessions have reserved. `null` to sell any quantity. Write a count of what is on the shelf as `quantity`: as `stock`, the reserved items would be sold twice. `stock` is ignored beside `quantity`, except in a product that is sent as it was read, with `reserved`, and of which only `stock` was changed.
     * @example 48
     */
    stock?: number | null;
    /**
     * @description How many are on the shelf, including those that open checkout sessions have reserved. `null` to sell any quantity. Use `changeStock` for deliveries and corrections: it counts together with concurrent sales.
     * @example 50
     */
    quantity?: number | null;
    /**
     * @description Changes nothing. It is accepted so that a product can be sent as it was read.
     * @example 2
     */
    reserved?: number | null;
};

/** @description Changes of products. */
export type ChangeProductsRequest = {
    /** @description The changes, which are made in this order. */
    changes: ProductChange[];
};

/** @description The result of a change. `status` is 200 if it was made. */
export type ProductChangeResult = ChangedProduct | RefusedProductChange;

/** @description Changes to a product. Omitted properties stay as they are. */
export type UpdateProductRequest = {
    /**
     * @description The name to show to customers. The payment page shows it too.
     * @example Tide calendar 2027
     */
    name?: string;
    /**
     * @description What the merchant says about the product, as plain text, or `null`.
     * @example Twelve months of high water, hand-set and printed in two colours on cotton paper.
     */
    description?: string | null;
    /**
     * @description The unit price, or the price per billing interval for a subscription, in the smallest unit of the store's currency. It must be a price that the payment provider can charge.
     * @example 2400
     */
    priceInCents?: number;
    /**
     * @description The type of product.
     * @example physical
     */
    type?: "digital" | "subscription" | "physical";
    /**
     * @description How often a subscription is paid. `null` for products that aren't subscriptions.
     * @example null
     */
    billingInterval?: "month" | "year" | null;
    /**
     * @description Whether the product can be bought.
     * @example true
     */
    isActive?: boolean;
    /**
     * @description A grouping label for the product, or `null`.
     * @example Calendars
     */
    category?: string | null;
    /**
     * @description Short facts to show as a list, or `null`.
     * @example [
     *       "Cotton paper, 300 g/m²",
     *       "30 × 42 cm"
     *     ]
     */
    details?: string[] | null;
    /**
     * @description The product's name for URLs, unique in the store, or `null`: letters, digits, hyphens, dots, underscores and tildes, not only dots. Another text is refused with 409 `CONFLICT`, unless the product already has it.
     * @example tide-calendar-2027
     */
    slug?: string | null;
    /**
     * @description The group of variants that the product belongs to, or `null`.
     * @example {
     *       "slug": "harbour-at-first-light",
     *       "name": "Harbour at First Light"
     *     }
     */
    group?: {
        /**
         * @description The group's name for URLs, the same for all its products, of the same characters as `slug`.
         * @example harbour-at-first-light
         */
        slug: string;
        /**
         * @description The common name of the products, without their options.
         * @example Harbour at First Light
         */
        name: string;
    } | null;
    /**
     * @description The options of this variant, such as its size and its colour.
     * @example [
     *       {
     *         "name": "Size",
     *         "value": "A3"
     *       }
     *     ]
     */
    options?: {
        /**
         * @description What can be chosen.
         * @example Size
         */
        name: string;
        /**
         * @description What this product has.
         * @example A3
         */
        value: string;
    }[];
    /**
     * @description The product's images, the main one first.
     * @example [
     *       {
     *         "url": "https://cdn.example.com/harbour-press/tide-calendar.jpg",
     *         "alt": "The calendar on a harbour wall, open at March."
     *       }
     *     ]
     */
    images?: {
        /**
         * Format: uri
         * @description The URL of the image, with `https` or `http`.
         * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
         */
        url: string;
        /**
         * @description The alt text of the image, or `null`.
         * @example The calendar on a harbour wall, open at March.
         */
        alt: string | null;
    }[];
    /**
     * @description The merchant's code for the product, or `null`. Several products may have the same.
     * @example TIDE-27
     */
    sku?: string | null;
    /**
     * @description The weight of one unit in grams, or `null` if it isn't known.
     * @example 420
     */
    weightInGrams?: number | null;
    /**
     * @description The price before a reduction, in the smallest unit of the store's currency, or `null`. Show it crossed out if it is higher than `priceInCents`. It changes no totals.
     * @example 2900
     */
    compareAtPriceInCents?: number | null;
    /**
     * @description How many days a subscription is free before its first payment, or `null` if it is paid at once. A member has one trial of a product. `null` for products that aren't subscriptions.
     * @example null
     */
    trialDays?: number | null;
    /**
     * @description Whether a subscription is shipped, such as a print club's. The payment page then asks for an address. `null` for other types: `physical` products are always shipped, and `digital` ones never.
     * @example null
     */
    requiresShipping?: boolean | null;
    /**
     * @description How the product is taxed, as one of Stripe's tax codes (https://docs.stripe.com/tax/tax-codes), or `null` for the account's default code. It matters if the store charges tax.
     * @example txcd_35010000
     */
    taxCode?: string | null;
    /**
     * @description How many can be bought from now on, beside those that open checkout sessions have reserved. `null` to sell any quantity. Write a count of what is on the shelf as `quantity`: as `stock`, the reserved items would be sold twice. `stock` is ignored beside `quantity`, except in a product that is sent as it was read, with `reserved`, and of which only `stock` was changed.
     * @example 48
     */
    stock?: number | null;
    /**
     * @description How many are on the shelf, including those that open checkout sessions have reserved. `null` to sell any quantity. Use `changeStock` for deliveries and corrections: it counts together with concurrent sales.
     * @example 50
     */
    quantity?: number | null;
    /**
     * @description Changes nothing. It is accepted so that a product can be sent as it was read.
     * @example 2
     */
    reserved?: number | null;
};

/** @description A change of the stock. */
export type ChangeStockRequest = {
    /**
     * @description How many more there are, or fewer if it is negative.
     * @example 12
     */
    change: number;
};

/** @description The products that one customer wants to buy. The cart is stored on the server; you keep its `id`, for example in the customer's session. It expires 30 days after its last change. */
export type Cart = {
    /**
     * @description The cart's identifier. It can't be guessed, but anyone who has it and an API key can change the cart, so protect it like the customer's session.
     * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
     */
    id: string;
    /**
     * @description The store the cart belongs to. It is always the API key's store.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /** @description The products in the cart, in the order in which they were first added. Empty on a new cart. */
    lines: CartLine[];
    totals: CartTotals;
};

/** @description A product to put into a cart. */
export type AddCartLineRequest = {
    /**
     * @description The product to add, by its `_id`. It must be active and belong to the API key's store.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description The quantity to add to what the cart already contains. The sum can't exceed 999.
     * @example 2
     */
    quantity: number;
};

/** @description The new quantity of a line in the cart. */
export type UpdateCartLineRequest = {
    /**
     * @description The new quantity. 0 removes the line. More than 999 is a conflict, since it exceeds the limit of a line.
     * @example 2
     */
    quantity: number;
};

/** @description What to pay for, and who pays. */
export type CreateCheckoutSessionRequest = {
    /**
     * @description The cart to pay for. It must belong to the API key's store and have at least one line.
     * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
     */
    cartId: string;
    /**
     * @description The signed-in customer's session in your own authentication system. Send it whenever the cart has a subscription: it links the subscription to the member, so that `createPortalSession` can find it later.
     * @example msess_5568wcvryza7q0dgpcxztas60h
     */
    memberSessionId?: string;
    /**
     * Format: email
     * @description The customer's email address, if you know it. The payment page then shows it instead of asking. A member who has bought before is already a customer at the payment provider, and the page shows that customer's address.
     * @example ines@reader.example
     */
    customerEmail?: string;
    /**
     * @description The country that the purchase is shipped to (ISO 3166-1), in upper case. The payment page then offers the shipping rates for it, and accepts addresses only there. Without it, the page offers only rates that are valid wherever the store ships to. It is ignored if nothing in the cart is shipped.
     * @example PT
     */
    shippingCountry?: string;
    /**
     * @description A promotion code of the store, as the customer typed it; upper and lower case are the same. The payment page shows the reduced price, and takes no other code. A code that the store doesn't have, or that can't be used for this purchase, is refused with 409 `CONFLICT`.
     * @example SUMMER
     */
    promotionCode?: string;
    locale?: Locale;
    metadata?: Metadata;
};

/** @description A link to the payment page. */
export type CheckoutLink = {
    /**
     * Format: uri
     * @description The payment provider's page for this one checkout. Redirect the customer's browser to it at once. It can be used for a single payment and closes after 31 minutes, so don't store it or send it by email.
     * @example https://pay.example.com/checkout/4evwgv86n9efejferjdz4aq3j0
     */
    url: string;
};

/** @description One attempt to pay for a cart. The lines and prices are fixed when the session is created, so later changes to the cart or to a price don't affect it. */
export type CheckoutSession = {
    /**
     * @description The session's identifier.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    id: string;
    /**
     * @description The store that is paid. It is always the API key's store.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The cart that the session was created from.
     * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
     */
    cartId: string;
    /**
     * @description The state of the session. It starts as `open`. It becomes `complete` when the customer completes the payment page. It becomes `expired` when its time is up, a newer session for the same cart replaces it, or one of its products is no longer for sale. A session never becomes `open` again. When the session becomes `complete`, the purchased products leave the cart, even if the payment is still pending.
     * @example complete
     */
    status: "open" | "complete" | "expired";
    /**
     * @description Whether the payment has arrived. Deliver on `paid` or on `no_payment_required`, which means that there was nothing to pay. A session that is `complete` and `unpaid` is either waiting for a slow payment, such as a bank debit, or that payment has failed: `paymentOutcome` says which. A free cart is `no_payment_required` from the beginning, so check `status` too.
     * @example paid
     */
    paymentStatus: "unpaid" | "paid" | "no_payment_required";
    /**
     * @description The outcome of the payment, or `null` until the session is `complete`. `pending` means that the payment is on its way, which takes days with a bank debit; it becomes `paid` or `failed`. After `failed`, nothing is put back into the cart, so the customer has to fill it again. A free cart is `paid` as soon as the session is `complete`.
     * @example paid
     */
    paymentOutcome: "pending" | "paid" | "failed" | null;
    /**
     * @description Whether the customer pays once or subscribes.
     * @example payment
     */
    mode: "payment" | "subscription";
    /** @description The lines of the cart when the session was created. */
    lines: CheckoutSessionLine[];
    totals: Totals;
    amounts?: Amounts;
    shippingRate?: ShippingRate;
    /**
     * Format: email
     * @description The address that the customer entered on the payment page, or `null` before that.
     * @example ines@reader.example
     */
    customerEmail: string | null;
    /**
     * @description The name that the customer entered on the payment page, or `null` if there is none.
     * @example Ines Duarte
     */
    customerName: string | null;
    /**
     * @description The phone number that the customer entered on the payment page, or `null` if there is none.
     * @example +351213465400
     */
    customerPhone: string | null;
    shippingAddress: ShippingAddress;
    metadata: Metadata;
    /**
     * Format: uri
     * @description The payment page while the session is `open`, and `null` from then on.
     * @example null
     */
    url: string | null;
    /**
     * Format: date-time
     * @description When the session was created.
     * @example 2026-11-21T09:30:00.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description When the payment page closes: 31 minutes after `createdAt`, or later if opening the page took long. It doesn't change if the session ends earlier.
     * @example 2026-11-21T10:01:00.000Z
     */
    expiresAt: string;
    /**
     * Format: date-time
     * @description When the customer completed the payment page, by the payment provider's clock, or `null`.
     * @example 2026-11-21T09:33:41.000Z
     */
    completedAt: string | null;
};

/**
 * @description The state of the payment. `pending` is on its way and becomes `paid` or `failed`. `refunded` means that every payment was refunded in full, `partially_refunded` that part of the money was. A free order is `paid` from the beginning.
 * @example paid
 */
export type OrderStatus = "pending" | "paid" | "partially_refunded" | "refunded" | "failed";

/** @description What a customer bought in one checkout. A subscription is one order, however often it is renewed; each renewal adds a payment. */
export type Order = {
    /**
     * @description The order's identifier.
     * @example order_6tn2v0kz9c4rj8dwxqy1b7mh5p
     */
    id: string;
    /**
     * @description How merchants and customers refer to the order: unique in the store, from 1001, ascending in the order in which the service recorded the orders, with gaps. `null` for a short time after an upgrade.
     * @example 1042
     */
    number?: number | null;
    /**
     * @description The store that sold it. It is always the API key's store.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The checkout session of the order. The session itself can be read for 400 days.
     * @example chk_4evwgv86n9efejferjdz4aq3j0
     */
    checkoutSessionId: string;
    /**
     * @description The cart of the checkout, or `null` for orders from before carts were recorded.
     * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
     */
    cartId: string | null;
    /**
     * @description The subscription that was bought, for `getSubscription`. `null` if the order has no subscription, and until the payment provider has reported it.
     * @example null
     */
    subscriptionId: string | null;
    status: OrderStatus;
    /** @description What was bought, at the prices of the checkout. */
    lines: CheckoutSessionLine[];
    totals: Totals;
    amounts?: Amounts;
    shippingRate?: ShippingRate;
    /** @description The payments of the order, oldest first: one, or one for each interval of a subscription. Empty until the money has arrived, and if there was nothing to pay. */
    payments: OrderPayment[];
    /** @description The refunds of these payments, oldest first, including failed ones. Empty if there are none. */
    refunds: OrderRefund[];
    /** @description The disputes of these payments, oldest first, including closed ones. Empty if there are none. A dispute changes neither `status` nor `totals`. `unsent` doesn't list orders with a lost dispute. */
    disputes: OrderDispute[];
    /**
     * @description The member who bought, by the identifier that your authentication system returned for the `memberSessionId` of the checkout, or `null` for a guest.
     * @example null
     */
    memberId: string | null;
    /**
     * Format: email
     * @description The address that the customer entered on the payment page, or `null` if it was erased.
     * @example ines@reader.example
     */
    customerEmail: string | null;
    /**
     * @description The name that the customer entered on the payment page, or `null` if there is none.
     * @example Ines Duarte
     */
    customerName: string | null;
    /**
     * @description The phone number that the customer entered on the payment page, or `null` if there is none.
     * @example +351213465400
     */
    customerPhone: string | null;
    shippingAddress: ShippingAddress;
    metadata: Metadata;
    /**
     * Format: date-time
     * @description When everything that has to be shipped was sent or the order was marked as fulfilled, or `null` before that.
     * @example null
     */
    fulfilledAt: string | null;
    tracking: Tracking;
    /** @description The parcels, oldest first. Once the order is fulfilled, its `tracking` is the last parcel's. Empty if nothing was shipped, and for orders that older versions marked as fulfilled. */
    parcels?: Parcel[];
    /** @description Items that were put back in stock without having been sent, with a refund or a return. They aren't left to send. An order of which nothing else is left isn't listed with `unsent`. */
    restocked?: ParcelLine[];
    /** @description The returns, oldest first, including those that haven't arrived yet. A return changes neither `status` nor `totals`. */
    returns?: OrderReturn[];
    /**
     * Format: date-time
     * @description When the customer completed the payment page, by the payment provider's clock. Lists are in the order in which the service recorded the orders. The two differ if the service learned of an order late.
     * @example 2026-11-21T09:33:41.000Z
     */
    createdAt: string;
};

/** @description Changes to an order. Omitted properties stay as they are. */
export type UpdateOrderRequest = {
    /** @description Corrections of the shipping address while something is left to send. Omitted properties stay as they are, and so does the country, on which the tax and the shipping rate depend. The customer gets an email if the store sends emails. */
    shippingAddress?: {
        /**
         * @description The recipient.
         * @example Ines Duarte
         */
        name?: string;
        /**
         * @description Street and number, or a post office box.
         * @example Rua da Bica 41
         */
        line1?: string;
        /**
         * @description Apartment, floor or building. `null` removes it.
         * @example 2.º esq.
         */
        line2?: string | null;
        /**
         * @description City, town or village.
         * @example Lisboa
         */
        city?: string;
        /**
         * @description State, county, province or region. `null` removes it.
         * @example null
         */
        state?: string | null;
        /**
         * @description Postal code. `null` removes it.
         * @example 1200-054
         */
        postalCode?: string | null;
    };
    /**
     * @description Whether everything has been shipped or delivered. `false` undoes this and removes the tracking information.
     * @example true
     */
    fulfilled?: boolean;
    /**
     * @description The tracking information. It replaces any earlier tracking information; `null` removes it.
     * @example {
     *       "carrier": "CTT",
     *       "number": "RR123456785PT",
     *       "url": "https://carrier.example/track/RR123456785PT"
     *     }
     */
    tracking?: {
        /**
         * @description The carrier.
         * @example CTT
         */
        carrier?: string;
        /**
         * @description The carrier's tracking number.
         * @example RR123456785PT
         */
        number: string;
        /**
         * Format: uri
         * @description The URL of the tracking page, with `https` or `http`.
         * @example https://carrier.example/track/RR123456785PT
         */
        url?: string;
    } | null;
};

/** @description Links to an invoice at the payment provider. They are secret. */
export type OrderInvoice = {
    /**
     * Format: uri
     * @description The invoice's page at the payment provider. Redirect the customer there, and don't store it: anyone who has it can read the invoice.
     * @example https://invoice.stripe.com/i/acct_1Mz0Zq/test_YWNjdF8xTXow
     */
    url: string;
    /**
     * Format: uri
     * @description The invoice as PDF, as secret as `url`, or `null` if there is none.
     * @example https://pay.stripe.com/invoice/acct_1Mz0Zq/test_YWNjdF8xTXow/pdf
     */
    pdfUrl: string | null;
    /**
     * @description The invoice's number, or `null` for a draft.
     * @example B7F2D1A0-0001
     */
    number: string | null;
};

/** @description A file that the customer of an order downloads. */
export type OrderDownload = {
    /**
     * @description The product of the order's line, for `createDownload`.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description The name under which browsers save the file.
     * @example tide-calendar-2027.pdf
     */
    fileName: string;
    /**
     * @description The size of the file.
     * @example 4718592
     */
    sizeInBytes: number;
    /**
     * @description Whether `createDownload` returns a URL. `false` until the order is paid, after it was refunded in full, and if it was lost in a dispute.
     * @example true
     */
    isAvailable: boolean;
};

/** @description The product whose file is downloaded. */
export type CreateDownloadRequest = {
    /**
     * @description The product, by the `productId` of the order's line.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
};

/** @description A link to a file that the customer bought. */
export type DownloadLink = {
    /**
     * Format: uri
     * @description Where the file is downloaded, as an attachment with the merchant's name for it. Show it to the customer only: anyone who has it can download the file.
     * @example https://shop.example/downloads/dl_5568wcvryza7q0dgpcxztas60h
     */
    url: string;
    /**
     * Format: date-time
     * @description When the URL stops working. A download that has begun goes on.
     * @example 2026-01-16T10:00:00.000Z
     */
    expiresAt: string;
};

/** @description A parcel to record. */
export type CreateParcelRequest = {
    /** @description What it contains. By default, everything that is left to send. */
    lines?: {
        /**
         * @description The line's product, by its `_id`.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        productId: string;
        /**
         * @description How many of them.
         * @example 1
         */
        quantity: number;
    }[];
    tracking?: NewTracking;
};

/** @description A refund to make: items (`lines`, `shipping`) or an `amount`, not both. Without either, all that is left of the payment. */
export type CreateRefundRequest = {
    /** @description The items to refund. */
    lines?: {
        /**
         * @description The line's product, by its `_id`.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        productId: string;
        /**
         * @description How many of them.
         * @example 1
         */
        quantity: number;
    }[];
    /**
     * @description Whether the shipping is refunded.
     * @example true
     */
    shipping?: true;
    /**
     * @description The amount to refund, in the smallest unit of the payment's currency.
     * @example 1200
     */
    amount?: number;
    /**
     * @description The payment to refund, by its `id`. Required with an `amount` if the subscription was renewed.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    paymentId?: string;
    /** @description What is put back in stock. Items that haven't been sent are no longer to be sent. Items beyond what the order took from the stock are left out. By default, nothing. */
    restock?: {
        /**
         * @description The line's product, by its `_id`.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        productId: string;
        /**
         * @description How many of them.
         * @example 1
         */
        quantity: number;
    }[];
};

/** @description A return to record. */
export type CreateReturnRequest = {
    /** @description What the customer sends back. */
    lines: {
        /**
         * @description The line's product, by its `_id`.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        productId: string;
        /**
         * @description How many of them.
         * @example 1
         */
        quantity: number;
    }[];
    /**
     * @description Why, in the words of the customer or the merchant.
     * @example The frame arrived broken.
     */
    reason?: string;
};

/** @description Changes to a return. Omitted properties stay as they are. */
export type UpdateReturnRequest = {
    /**
     * @description Whether the items have arrived. It can't be undone.
     * @example true
     */
    received?: true;
    /** @description What is put back in stock, for `received`. By default, nothing. */
    restock?: {
        /**
         * @description The line's product, by its `_id`.
         * @example prod_13kn67z0xzv9qk2nqg90wek8r3
         */
        productId: string;
        /**
         * @description How many of them.
         * @example 1
         */
        quantity: number;
    }[];
    /**
     * @description The refund that was made for it, from `refunds` of the order.
     * @example re_3SVnqk2eZvKYlo2C1uP7xQrs
     */
    refundId?: string;
};

/** @description A subscription that was bought at a checkout of this store. */
export type Subscription = {
    /**
     * @description The subscription's identifier at the payment provider.
     * @example sub_1SVoQm2eZvKYlo2CgH7jKlMn
     */
    id: string;
    /**
     * @description The store that sold it.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    storeId: string;
    /**
     * @description The payment provider's name for its state, such as `active`, `trialing`, `past_due`, `unpaid`, `paused` or `canceled`. The provider may add others.
     * @example active
     */
    status: string;
    /**
     * @description The member who subscribed, by the identifier that your authentication system returned for the `memberSessionId` of the checkout, or `null` for a guest.
     * @example member_7203
     */
    memberId: string | null;
    /**
     * @description The checkout session in which it was bought; `listOrders` finds its order by this id. `null` for subscriptions from before this was recorded.
     * @example chk_8rj2k0vqz6ytc4mwx1hn5bd3ps
     */
    checkoutSessionId: string | null;
    /**
     * Format: date-time
     * @description When it was created at the payment provider. `null` for subscriptions from before this was recorded, until the provider's next report.
     * @example 2026-11-21T10:15:40.000Z
     */
    createdAt: string | null;
    /** @description What is subscribed to, at the prices of the next payment, before discounts. Empty for subscriptions from before this was recorded, until the provider's next report. */
    lines: SubscriptionLine[];
    /**
     * @description The currency of the prices as a three-letter ISO 4217 code in lower case. `null` for subscriptions from before this was recorded, until the provider's next report.
     * @example eur
     */
    currency: string | null;
    /**
     * @description How often it is paid. `null` for subscriptions from before this was recorded, until the provider's next report, and for other intervals that the merchant has set at the payment provider.
     * @example month
     */
    billingInterval: "month" | "year" | null;
    /**
     * Format: date-time
     * @description When the present period ends, which is paid or free. Unless `cancelAt` is set, the next payment is due then. `null` for subscriptions from before this was recorded, until the provider's next report.
     * @example 2026-12-21T10:15:40.000Z
     */
    currentPeriodEnd: string | null;
    /**
     * Format: date-time
     * @description When it is going to end, because the member or the merchant has cancelled it. Its `status` stays the same until then. `null` if it isn't cancelled, or if it was ended at once.
     * @example null
     */
    cancelAt: string | null;
    /**
     * Format: date-time
     * @description When it ended, or `null` before that.
     * @example null
     */
    endedAt: string | null;
    /**
     * Format: date-time
     * @description When its trial ends or ended, or `null` if it had none.
     * @example null
     */
    trialEnd: string | null;
};

/** @description Whose billing portal to open. */
export type CreatePortalSessionRequest = {
    /**
     * @description The signed-in member's session in your own authentication system. Take it from the member's login, never from a form or a link.
     * @example msess_5568wcvryza7q0dgpcxztas60h
     */
    memberSessionId: string;
};

/** @description A link to one subscriber's billing portal. */
export type PortalLink = {
    /**
     * Format: uri
     * @description The payment provider's portal for this one subscriber. Redirect the member's browser to it at once, and show it to no one else: anyone who opens it can cancel the subscription.
     * @example https://billing.example.com/portal/5568wcvryza7q0dgpcxztas60h
     */
    url: string;
};

/**
 * Format: date-time
 * @description When the event happened. Events can arrive in a different order.
 * @example 2026-11-21T09:33:41.000Z
 */
export type EventTimestamp = string;

/**
 * @description What went wrong and what to do about it, for developers. The wording can change at any time, so branch on `code` and show customers your own text.
 * @example No such cart.
 */
export type ErrorMessage = string;

/**
 * @description The machine-readable error code. A code keeps its meaning within a version. New codes can be added, so handle an unknown code
 *     by its status.
 *
 *     | Code | Status | Meaning |
 *     |---|---|---|
 *     | `UNAUTHORIZED` | 401 | The API key is missing, unknown or revoked. |
 *     | `PRO_PLAN_REQUIRED` | 403 | The store's plan doesn't include headless access. |
 *     | `FORBIDDEN` | 403 | The member has no live subscription on this store. |
 *     | `NOT_FOUND` | 404 | The object doesn't exist, has expired, or belongs to another store. |
 *     | `VALIDATION_ERROR` | 400 | The request can be read, but it doesn't match the schema. |
 *     | `INVALID_REQUEST` | 400, 405, 408, 413, 415, 431 | The request can't be read, or the path doesn't support the method. |
 *     | `STORE_UNPUBLISHED` | 409 | The store isn't live yet, so nothing can be bought. |
 *     | `PAYMENTS_NOT_CONFIGURED` | 409 | The store isn't connected to the payment provider. |
 *     | `CART_EMPTY` | 409 | The cart has no lines, so there is nothing to pay for. |
 *     | `CART_MIXED_TYPES` | 409 | The cart mixes a subscription with something else, or two billing intervals. |
 *     | `CONFLICT` | 409 | The request conflicts with the current state in another way, which `error` explains. |
 *     | `RATE_LIMITED` | 429 | Too many requests in this minute. |
 *     | `INTERNAL_ERROR` | 500 | The service failed. The cause is logged under the request id. |
 * @example NOT_FOUND
 */
export type ErrorCode =
    | "UNAUTHORIZED"
    | "PRO_PLAN_REQUIRED"
    | "FORBIDDEN"
    | "NOT_FOUND"
    | "VALIDATION_ERROR"
    | "INVALID_REQUEST"
    | "STORE_UNPUBLISHED"
    | "PAYMENTS_NOT_CONFIGURED"
    | "CART_EMPTY"
    | "CART_MIXED_TYPES"
    | "CONFLICT"
    | "RATE_LIMITED"
    | "INTERNAL_ERROR";

/**
 * @description The faults of the request, up to 20. Missing if nothing more is known than `error` says, and limited to the first fault for large requests.
 * @example [
 *       {
 *         "in": "body",
 *         "pointer": "/quantity",
 *         "rule": "minimum",
 *         "message": "must be >= 1"
 *       }
 *     ]
 */
export type ErrorDetails = ErrorDetail[];

/** @description The store that the API key belongs to, with everything that a storefront needs to present it. The merchant can change this profile at any time, so read it regularly instead of copying it into your own configuration. */
export type Store = {
    /**
     * @description The store's identifier. It never changes.
     * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
     */
    _id: string;
    /**
     * @description The store's name in URLs. The merchant can change it.
     * @example harbour-press
     */
    slug: string;
    /**
     * @description The name to show to customers.
     * @example Harbour Press
     */
    name: string;
    /**
     * @description The merchant's description of the store. Missing if there is none.
     * @example A two-person letterpress studio by the old ferry quay.
     */
    description?: string;
    /**
     * Format: uri
     * @description The URL of the logo. Missing if none was uploaded.
     * @example https://cdn.example.com/harbour-press/logo.svg
     */
    logoUrl?: string;
    /**
     * @description Whether the store is live. An unpublished store can be read and its carts can be filled, so that you can build a storefront before it opens. Checkout is refused with `STORE_UNPUBLISHED`.
     * @example true
     */
    isPublished: boolean;
    currency: Currency;
    /**
     * Format: email
     * @description The merchant's email address for customers, or `null`.
     * @example studio@harbourpress.example
     */
    contactEmail: string | null;
    /**
     * @description The merchant's phone number for customers, as the merchant entered it, or `null`.
     * @example +353 1 555 0142
     */
    contactPhone: string | null;
    /**
     * @description The home page's title for search engines, or `null` to use `name`.
     * @example Harbour Press, letterpress by the sea
     */
    seoTitle: string | null;
    /**
     * @description The home page's description for search engines, or `null` to use `description`.
     * @example Calendars, prints and books from a small letterpress studio.
     */
    seoDescription: string | null;
    theme: Theme;
    /**
     * @description The storefront template that the merchant chose, or `null`. A storefront with its own design can ignore it.
     * @example gallery
     */
    templateKey?: string | null;
    /**
     * @description The merchant's texts for the template, by section and then by name. Sections and texts that the merchant didn't write are missing.
     * @example {
     *       "hero": {
     *         "heading": "Printed by hand, by the sea."
     *       }
     *     }
     */
    templateTexts?: {
        [key: string]: {
        [key: string]: string;
    };
    };
    /**
     * @description Whether the payment provider is connected, and its account set up for the tax that the store charges. While it is `false`, checkout is refused with `PAYMENTS_NOT_CONFIGURED`, and without a connection the billing portal is, too.
     * @example true
     */
    paymentsConfigured: boolean;
};

/**
 * @description The currency as a three-letter ISO 4217 code in lower case. The amounts in the same object are in its smallest unit.
 * @example eur
 */
export type Currency = string;

/** @description The group of variants that the product belongs to, or `null`. The variants of one item, such as its sizes, are separate products with the same group and different `options`. */
export type ProductGroup = {
    /**
     * @description The group's name for URLs, the same for all its products.
     * @example harbour-at-first-light
     */
    slug: string;
    /**
     * @description The common name of the products, without their options.
     * @example Harbour at First Light
     */
    name: string;
} | null;

/** @description One option of a variant. */
export type ProductOption = {
    /**
     * @description The name of the option.
     * @example Size
     */
    name: string;
    /**
     * @description This variant's value.
     * @example A4
     */
    value: string;
};

/** @description One image of a product. */
export type ProductImage = {
    /**
     * Format: uri
     * @description The URL of the image.
     * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
     */
    url: string;
    /**
     * @description The alt text of the image, or `null`.
     * @example The calendar on a harbour wall, open at March.
     */
    alt: string | null;
};

/** @description One change of a product. `action` says which. */
export type ProductChange =
    | ProductCreation
    | ProductReplacement
    | ProductUpdate
    | ProductDeletion
    | ProductStockChange;

/** @description A change that was made. */
export type ChangedProduct = {
    /**
     * @description The status that the operation for one product would have had.
     * @example 200
     */
    status: 200;
    data: Product;
};

/** @description A change that was refused. The product is unchanged. */
export type RefusedProductChange = {
    /**
     * @description The status that the operation for one product would have had.
     * @example 404
     */
    status: 404 | 409 | 412;
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND" | "CONFLICT";
    details?: ErrorDetails;
};

/** @description One product in a cart. A cart has at most one line per product. */
export type CartLine = {
    /**
     * @description The product, by its `_id`.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description The quantity of the product.
     * @example 2
     */
    quantity: number;
    /**
     * @description The product's name. If the product no longer exists, the name that it had when it was last added to the cart, or its `_id` if that name isn't known.
     * @example Tide calendar 2027
     */
    name: string;
    /**
     * @description The product's options, in the merchant's order, such as its size and its colour. Show them with the name: variants may have the same one. Empty if it has none. If the product no longer exists, the options that it had when it was last added.
     * @example [
     *       {
     *         "name": "Size",
     *         "value": "A4"
     *       }
     *     ]
     */
    options: ProductOption[];
    /**
     * @description The product's current price, in the smallest unit of the cart's currency. It is 0 if the product no longer exists.
     * @example 2400
     */
    unitPriceInCents: number;
    /**
     * @description Price times quantity.
     * @example 4800
     */
    lineTotalInCents: number;
    /**
     * Format: uri
     * @description The URL of the product's main image, or `null`.
     * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
     */
    imageUrl: string | null;
    /**
     * @description Whether the line can be bought. It is `false` if the product was withdrawn, no longer exists, or has a different currency from the cart. Checkout refuses a cart with such a line, so offer to remove it.
     * @example true
     */
    isActive: boolean;
    /**
     * @description Whether the line can be bought in this quantity now. It is `false` if `isActive` is, or if fewer are left than `quantity`. What an open checkout session of this cart has reserved is available to it. A cart reserves nothing, so a checkout can still be refused.
     * @example true
     */
    isAvailable: boolean;
    /**
     * @description How many are left. Only present if they are fewer than `quantity`.
     * @example 1
     */
    available?: number;
};

/** @description What the cart costs at the products' current prices, in the smallest unit of `currency`. */
export type CartTotals = {
    /**
     * @description The sum of price times quantity over all lines. It is 0 when there are none.
     * @example 6000
     */
    subtotal: number;
    /**
     * @description What the customer pays, which is `subtotal` after all adjustments. Without adjustments, the two are equal.
     * @example 6000
     */
    total: number;
    currency: Currency;
    /**
     * @description Whether a line can't be bought (its `isActive` is `false`). `subtotal` includes such lines, and checkout answers 409 `CONFLICT` until they are removed.
     * @example false
     */
    hasUnavailableLines: boolean;
};

/**
 * @description The language of the payment page. The default, `auto`, is the language of the customer's browser.
 * @example pt
 */
export type Locale =
    | "auto"
    | "bg"
    | "cs"
    | "da"
    | "de"
    | "el"
    | "en"
    | "en-GB"
    | "es"
    | "es-419"
    | "et"
    | "fi"
    | "fil"
    | "fr"
    | "fr-CA"
    | "hi-IN"
    | "hr"
    | "hu"
    | "id"
    | "it"
    | "ja"
    | "ko"
    | "lt"
    | "lv"
    | "ms"
    | "mt"
    | "nb"
    | "nl"
    | "pl"
    | "pt"
    | "pt-BR"
    | "ro"
    | "ru"
    | "sk"
    | "sl"
    | "sv"
    | "th"
    | "tr"
    | "vi"
    | "zh"
    | "zh-HK"
    | "zh-TW";

/**
 * @description Up to 50 texts of your own, such as a campaign or a reference in your system. They are sent with the checkout and returned with its session and order. The customer doesn't see them. The merchant also sees them at the payment provider, where the service uses two of the 50 entries. Don't put secrets here.
 * @example {
 *       "campaign": "autumn-letter",
 *       "giftWrap": "yes"
 *     }
 */
export type Metadata = {
    [key: string]: string;
};

/** @description One purchased product, with its name, options, price and SKU when the session was created. */
export type CheckoutSessionLine = {
    /**
     * @description The product, by its `_id`. It may have been changed or withdrawn since.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description The product's name at that time.
     * @example Tide calendar 2027
     */
    name: string;
    /**
     * @description The product's options at that time, in the merchant's order, such as its size and its colour. Show them with the name: variants may have the same one. Empty if it had none, and in sessions and orders of older versions.
     * @example [
     *       {
     *         "name": "Size",
     *         "value": "A4"
     *       }
     *     ]
     */
    options: ProductOption[];
    /**
     * @description The quantity.
     * @example 2
     */
    quantity: number;
    /**
     * @description The unit price at that time, in the smallest unit of the session's currency.
     * @example 2400
     */
    unitPriceInCents: number;
    /**
     * @description The merchant's code of the product at that time, or `null` if it had none. Missing in sessions and orders of older versions.
     * @example TIDE-27
     */
    sku?: string | null;
    /**
     * @description Whether the product has to be shipped. Missing in sessions and orders of older versions: then every line of an order with a `shippingAddress` counts as shipped.
     * @example true
     */
    requiresShipping?: boolean;
    /**
     * @description How many days are free before the first payment. Missing if there is no trial: the product has none, or the member had one before.
     * @example 14
     */
    trialDays?: number;
    /**
     * @description The tax code that the product had. Missing if it had none.
     * @example txcd_35010000
     */
    taxCode?: string;
};

/** @description The totals of the lines when the session was created, in the smallest unit of `currency`. `amounts` says what was paid, including shipping, discounts and taxes. */
export type Totals = {
    /**
     * @description The sum of price times quantity over all lines. It is 0 when there are none.
     * @example 6000
     */
    subtotal: number;
    /**
     * @description The total of the lines, which equals `subtotal`.
     * @example 6000
     */
    total: number;
    currency: Currency;
};

/** @description What the purchase cost, as the payment provider calculated it, in the smallest unit of the currency in `totals`. `null` until the session is complete, and for purchases from before these amounts were recorded. Renewals of a subscription don't change it. */
export type Amounts = {
    /**
     * @description The sum of price times quantity over all lines, as in `totals`.
     * @example 6000
     */
    subtotal: number;
    /**
     * @description The discount of a promotion code, which `total` is reduced by.
     * @example 0
     */
    discount: number;
    /**
     * @description The price of the shipping rate that the customer chose.
     * @example 0
     */
    shipping: number;
    /**
     * @description The taxes. Where the store's prices include tax, they are contained in the other amounts. Where prices exclude tax, they are added to `total`.
     * @example 0
     */
    tax: number;
    /**
     * @description What the customer pays: `subtotal` minus `discount`, plus `shipping`, and plus `tax` where the store's prices exclude tax.
     * @example 6000
     */
    total: number;
} | null;

/** @description The shipping rate that the customer chose on the payment page. `null` until the session is complete, if there were no rates to choose from, and for purchases from before it was recorded. Its price is in `amounts`. */
export type ShippingRate = {
    /**
     * @description The rate's name when the session was created.
     * @example Standard
     */
    name: string;
} | null;

/** @description The shipping address. The payment page asks for it if the cart has a physical product. `null` until the session is complete, and for carts with nothing to ship. */
export type ShippingAddress = {
    /**
     * @description The recipient, who can be a different person from the customer who pays.
     * @example Ines Duarte
     */
    name: string | null;
    /**
     * @description Street and number, or a post office box.
     * @example Rua da Bica 14
     */
    line1: string | null;
    /**
     * @description Apartment, floor or building, or `null`.
     * @example 2.º esq.
     */
    line2: string | null;
    /**
     * @description City, town or village.
     * @example Lisboa
     */
    city: string | null;
    /**
     * @description State, county, province or region, or `null` if the address has none.
     * @example null
     */
    state: string | null;
    /**
     * @description Postal code, or `null` if the address has none.
     * @example 1200-054
     */
    postalCode: string | null;
    /**
     * @description The two-letter country code (ISO 3166-1), in upper case.
     * @example PT
     */
    country: string | null;
} | null;

/** @description A payment that has arrived. */
export type OrderPayment = {
    /**
     * @description The payment provider's identifier of the payment.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    id: string;
    /**
     * @description The amount paid, in the smallest unit of `currency`.
     * @example 6000
     */
    amount: number;
    /**
     * @description How much of it has been refunded, or is being refunded. It decreases again if a refund fails.
     * @example 0
     */
    amountRefunded: number;
    currency: Currency;
    /**
     * Format: date-time
     * @description When it was paid, by the payment provider's clock. For a bank debit, when the money arrived.
     * @example 2026-11-21T09:33:41.000Z
     */
    paidAt: string;
};

/** @description Money that went back to the customer, or should have. */
export type OrderRefund = {
    /**
     * @description The payment provider's identifier of the refund.
     * @example re_3SVnqk2eZvKYlo2C1xY9zWvU
     */
    id: string;
    /**
     * @description The payment that is refunded, by its `id`.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    paymentId: string;
    /**
     * @description Whether the money went back. `pending` is on its way. `failed` was returned by the customer's bank, which can happen days after it `succeeded`, or was cancelled.
     * @example succeeded
     */
    status: "pending" | "succeeded" | "failed";
    /**
     * @description The refunded amount, in the smallest unit of `currency`.
     * @example 1200
     */
    amount: number;
    currency: Currency;
    /** @description The items that were refunded. Empty if an amount was refunded, or at the payment provider. */
    lines: RefundedLine[];
    /**
     * @description How much of `amount` is for the shipping, if items or the shipping were refunded; otherwise 0.
     * @example 0
     */
    shipping: number;
    /**
     * Format: date-time
     * @description When the merchant made the refund, by the payment provider's clock.
     * @example 2026-11-23T16:20:05.000Z
     */
    createdAt: string;
};

/** @description A payment that the customer's bank disputes. */
export type OrderDispute = {
    /**
     * @description The payment provider's identifier of the dispute.
     * @example du_1SVnqk2eZvKYlo2CqR7sTuVw
     */
    id: string;
    /**
     * @description The payment that is disputed, by its `id`.
     * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
     */
    paymentId: string;
    status: DisputeStatus;
    /**
     * @description Why the customer disputes the payment, as the payment provider names it: `fraudulent`, `product_not_received`, `product_unacceptable`, `duplicate`, `credit_not_processed`, `subscription_canceled` and others.
     * @example product_not_received
     */
    reason: string;
    /**
     * @description The disputed amount, in the smallest unit of `currency`. It can be less than the payment, or differ slightly if the bank converted it.
     * @example 6000
     */
    amount: number;
    currency: Currency;
    /**
     * Format: date-time
     * @description When the dispute began.
     * @example 2026-12-02T08:14:27.000Z
     */
    createdAt: string;
    /**
     * Format: date-time
     * @description The deadline for the merchant's response at the payment provider, or `null` if there is none.
     * @example 2026-12-22T08:14:27.000Z
     */
    dueAt: string | null;
};

/** @description The tracking information, or `null` if there is none. */
export type Tracking = {
    /**
     * @description The carrier, or `null`.
     * @example CTT
     */
    carrier: string | null;
    /**
     * @description The carrier's tracking number.
     * @example RR123456785PT
     */
    number: string;
    /**
     * Format: uri
     * @description The URL of the tracking page, or `null`.
     * @example https://carrier.example/track/RR123456785PT
     */
    url: string | null;
} | null;

/** @description Items of an order that were sent together. */
export type Parcel = {
    /**
     * @description The parcel's identifier.
     * @example parcel_7gk2m9x4t0vq8w3zr5c1n6ydhb
     */
    id: string;
    /** @description What it contains. */
    lines: ParcelLine[];
    tracking: Tracking;
    /**
     * Format: date-time
     * @description When it was recorded as sent.
     * @example 2026-11-22T11:05:00.000Z
     */
    sentAt: string;
};

/** @description How many of a line of the order. */
export type ParcelLine = {
    /**
     * @description The line's product, by its `_id`.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description The quantity.
     * @example 1
     */
    quantity: number;
};

/** @description Items of an order that the customer sends back. */
export type OrderReturn = {
    /**
     * @description The return's identifier.
     * @example return_2mq7x4k9t0vz8w3jr5c1n6ydhb
     */
    id: string;
    /** @description What is returned. */
    lines: ParcelLine[];
    /**
     * @description Why, or `null`.
     * @example The frame arrived broken.
     */
    reason: string | null;
    /**
     * Format: date-time
     * @description When the items arrived, or `null` before that.
     * @example 2026-11-30T10:20:00.000Z
     */
    receivedAt: string | null;
    /** @description What was put back in stock on arrival. */
    restocked: ParcelLine[];
    /**
     * @description The refund that was made for it, by its id in `refunds` of the order, or `null`.
     * @example null
     */
    refundId: string | null;
    /**
     * Format: date-time
     * @description When it was recorded.
     * @example 2026-11-27T16:02:00.000Z
     */
    createdAt: string;
};

/**
 * @description How to track the parcel.
 * @example {
 *       "carrier": "CTT",
 *       "number": "RR123456785PT",
 *       "url": "https://carrier.example/track/RR123456785PT"
 *     }
 */
export type NewTracking = {
    /**
     * @description The carrier.
     * @example CTT
     */
    carrier?: string;
    /**
     * @description The carrier's tracking number.
     * @example RR123456785PT
     */
    number: string;
    /**
     * Format: uri
     * @description The URL of the tracking page, with `https` or `http`.
     * @example https://carrier.example/track/RR123456785PT
     */
    url?: string;
};

/** @description One product of a subscription. */
export type SubscriptionLine = {
    /**
     * @description The product, by its `_id`. It may have been changed or withdrawn since. `null` for a product that the merchant has added at the payment provider.
     * @example prod_5rmnyjjdb670g0wrece14t4kpm
     */
    productId: string | null;
    /**
     * @description The product's name when it was bought.
     * @example Print club
     */
    name: string;
    /**
     * @description The product's options when it was bought, in the merchant's order. Show them with the name: variants may have the same one. Empty if it had none.
     * @example []
     */
    options: ProductOption[];
    /**
     * @description The quantity.
     * @example 1
     */
    quantity: number;
    /**
     * @description What one unit costs in each period, in the smallest unit of the subscription's currency. `null` if the merchant has set a price at the payment provider that isn't a whole number of them.
     * @example 1500
     */
    unitPriceInCents: number | null;
};

/** @description One fault of the request: where it is and what is wrong. It never contains the value that was sent. */
export type ErrorDetail = {
    /**
     * @description The part of the request.
     * @example body
     */
    in: "body" | "path" | "query" | "header" | "cookie";
    /**
     * @description In the body: the JSON pointer (RFC 6901) to the value or the missing property. Empty for the whole body.
     * @example /quantity
     */
    pointer?: string;
    /**
     * @description The name of the parameter or header, if the fault isn't in the body.
     * @example limit
     */
    name?: string;
    /**
     * @description The JSON Schema keyword that the value breaks, `additionalProperties` for undocumented properties, `stock` if too few of a product are left, `unsent` if fewer are left to send, `returnable` if fewer can be returned, `restock` if fewer can be put back in stock, `refundable` if fewer can be refunded, or `refund` for an amount that can't be refunded.
     * @example minimum
     */
    rule: string;
    /**
     * @description What is wrong, for developers. The wording can change at any time.
     * @example must be >= 1
     */
    message: string;
    /**
     * @description For `stock`, `unsent`, `returnable`, `restock` and `refundable`, the product, by its `_id`.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId?: string;
    /**
     * @description For `stock`, `unsent`, `returnable`, `restock` and `refundable`, how many are left.
     * @example 1
     */
    available?: number;
};

/** @description The store's look. Each value can be used in CSS as is. A member that is `null` was never set: use your own default. */
export type Theme = {
    /**
     * @description The colour of buttons and links, or `null`.
     * @example #1f3a5f
     */
    primary: string | null;
    /**
     * @description The colour of text on `primary`, or `null`.
     * @example #ffffff
     */
    primaryForeground: string | null;
    /**
     * @description The colour of the page, or `null`.
     * @example #fbfaf6
     */
    background: string | null;
    /**
     * @description The colour of text on `background`, or `null`.
     * @example #1c1b19
     */
    foreground: string | null;
    /**
     * @description The colour of muted areas, or `null`.
     * @example #ece8de
     */
    muted: string | null;
    /**
     * @description The colour of borders, or `null`.
     * @example #d8d2c4
     */
    border: string | null;
    /**
     * @description The font family of body text, or `null`.
     * @example Source Serif 4
     */
    fontBody: string | null;
    /**
     * @description The font family of headings, or `null`.
     * @example Libre Caslon Display
     */
    fontHeading: string | null;
    /**
     * @description The radius of rounded corners, as a CSS length, or `null`.
     * @example 4px
     */
    radius: string | null;
};

/** @description Adds a product, as `createProduct` does. */
export type ProductCreation = {
    /**
     * @description The kind of change.
     * @example create
     */
    action: "create";
    product: NewProduct;
};

/** @description Replaces a product, as `replaceProduct` does. */
export type ProductReplacement = {
    /**
     * @description The kind of change.
     * @example replace
     */
    action: "replace";
    /**
     * @description The `_id` of the product.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    product: NewProduct;
    /**
     * @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, also by an earlier change of this request, the change is refused with 412. Without it, the change is always made.
     * @example "kSgd2xS9cLQwZ1hG3mVb0A"
     */
    ifMatch?: string;
};

/** @description Changes a product, as `updateProduct` does. */
export type ProductUpdate = {
    /**
     * @description The kind of change.
     * @example update
     */
    action: "update";
    /**
     * @description The `_id` of the product.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    product: UpdateProductRequest;
    /**
     * @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, also by an earlier change of this request, the change is refused with 412. Without it, the change is always made.
     * @example "kSgd2xS9cLQwZ1hG3mVb0A"
     */
    ifMatch?: string;
};

/** @description Deletes a product, as `deleteProduct` does. */
export type ProductDeletion = {
    /**
     * @description The kind of change.
     * @example delete
     */
    action: "delete";
    /**
     * @description The `_id` of the product.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, also by an earlier change of this request, the change is refused with 412. Without it, the change is always made.
     * @example "kSgd2xS9cLQwZ1hG3mVb0A"
     */
    ifMatch?: string;
};

/** @description Changes the stock of a product, as `changeStock` does. */
export type ProductStockChange = {
    /**
     * @description The kind of change.
     * @example changeStock
     */
    action: "changeStock";
    /**
     * @description The `_id` of the product.
     * @example prod_13kn67z0xzv9qk2nqg90wek8r3
     */
    productId: string;
    /**
     * @description How many more there are, or fewer if it is negative.
     * @example 12
     */
    change: number;
};

/** @description How many of a line of the order were refunded, and their share. */
export type RefundedLine = {
    /**
     * @description The line's product, by its `_id`.
     * @example prod_53brdva0gv38xqmmm7av03rz4x
     */
    productId: string;
    /**
     * @description The quantity.
     * @example 1
     */
    quantity: number;
    /**
     * @description Their share of the refund, discount and tax included, in the smallest unit of the refund's currency.
     * @example 1200
     */
    amount: number;
};

/**
 * @description The state of a dispute. At `needs_response`, the bank waits for the merchant's response; at `under_review`, it is deciding. `won` leaves the money with the merchant, `lost` returns it to the customer. Values that begin with `warning_` are inquiries: the bank asks, and has taken no money; `warning_closed` ends an inquiry. Values that begin with `appeal_` are lost disputes that are being decided again. `prevented` is a dispute that was settled before the bank opened it.
 * @example needs_response
 */
export type DisputeStatus =
    | "warning_needs_response"
    | "warning_under_review"
    | "warning_closed"
    | "needs_response"
    | "under_review"
    | "appeal_needs_response"
    | "appeal_under_review"
    | "won"
    | "lost"
    | "prevented";

export type UnauthorizedBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example UNAUTHORIZED
     */
    code: "UNAUTHORIZED";
};

export type PlanRequiredBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example PRO_PLAN_REQUIRED
     */
    code: "PRO_PLAN_REQUIRED" | "FORBIDDEN";
};

export type RateLimitedBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example RATE_LIMITED
     */
    code: "RATE_LIMITED";
};

export type RouteNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type MethodNotAllowedBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example INVALID_REQUEST
     */
    code: "INVALID_REQUEST";
};

export type UnknownQueryBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR";
    details?: ErrorDetails;
};

export type StoreNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type CatalogTooLargeBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type InternalErrorBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example INTERNAL_ERROR
     */
    code: "INTERNAL_ERROR";
};

export type InvalidListQueryBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR";
    details?: ErrorDetails;
};

export type ProductNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type InvalidBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code: one of the codes that this status can have here.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR" | "INVALID_REQUEST";
    details?: ErrorDetails;
};

export type CatalogForbiddenBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example PRO_PLAN_REQUIRED
     */
    code: "PRO_PLAN_REQUIRED" | "FORBIDDEN";
};

export type NewProductConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type PayloadTooLargeBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example INVALID_REQUEST
     */
    code: "INVALID_REQUEST";
};

export type UnsupportedMediaTypeBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example INVALID_REQUEST
     */
    code: "INVALID_REQUEST";
};

export type BatchKeyConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type ProductConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type ProductChangedBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type StockConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type InvalidKeyBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR";
    details?: ErrorDetails;
};

export type KeyConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type CartNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type CartChangedBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type CartOrProductNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type LineConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type CartOrLineNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type QuantityConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type InvalidCheckoutBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code: one of the codes that this status can have here.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR" | "INVALID_REQUEST";
    details?: ErrorDetails;
};

export type CartOrMemberSessionNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type CheckoutConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code: one of the codes that this status can have here.
     * @example STORE_UNPUBLISHED
     */
    code:
        | "STORE_UNPUBLISHED"
        | "PAYMENTS_NOT_CONFIGURED"
        | "CART_EMPTY"
        | "CART_MIXED_TYPES"
        | "CONFLICT";
    details?: ErrorDetails;
};

export type CheckoutSessionNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type OrderNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type OrderConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
};

export type InvalidPaymentQueryBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR";
    details?: ErrorDetails;
};

export type InvoiceNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type DownloadConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type ParcelConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type RefundConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type ReturnConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type ReturnNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type ReceiptConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT";
    details?: ErrorDetails;
};

export type SubscriptionNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type InvalidCancellationBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example VALIDATION_ERROR
     */
    code: "VALIDATION_ERROR";
    details?: ErrorDetails;
};

export type CancellationConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example CONFLICT
     */
    code: "CONFLICT" | "PAYMENTS_NOT_CONFIGURED";
};

export type PortalForbiddenBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code: one of the codes that this status can have here.
     * @example PRO_PLAN_REQUIRED
     */
    code: "PRO_PLAN_REQUIRED" | "FORBIDDEN";
};

export type MemberSessionNotFoundBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example NOT_FOUND
     */
    code: "NOT_FOUND";
};

export type PortalConflictBody = {
    error: ErrorMessage;
    /**
     * @description The machine-readable error code.
     * @example PAYMENTS_NOT_CONFIGURED
     */
    code: "PAYMENTS_NOT_CONFIGURED" | "CONFLICT";
};

export type GetCatalog200Body = {
    data: Catalog;
};

export type GetStore200Body = {
    data: StoreSummary;
};

export type ListProducts200Body = {
    /** @description Every active product of the store or, with parameters, the products of the page. An empty list means that nothing is for sale, or that no product matches the filters. */
    data: Product[];
};

export type CreateProduct200Body = {
    data: Product;
};

export type ChangeProducts200Body = {
    /** @description The results, in the order of the changes. */
    data: ProductChangeResult[];
};

export type GetProduct200Body = {
    data: Product;
};

export type ReplaceProduct200Body = {
    data: Product;
};

export type DeleteProduct200Body = {
    data: Product;
};

export type UpdateProduct200Body = {
    data: Product;
};

export type ChangeStock200Body = {
    data: Product;
};

export type CreateCart200Body = {
    data: Cart;
};

export type GetCart200Body = {
    data: Cart;
};

export type ClearCart200Body = {
    data: Cart;
};

export type AddCartLine200Body = {
    data: Cart;
};

export type RemoveCartLine200Body = {
    data: Cart;
};

export type UpdateCartLine200Body = {
    data: Cart;
};

export type CreateCheckoutSession200Body = {
    data: CheckoutLink;
};

export type GetCheckoutSession200Body = {
    data: CheckoutSession;
};

export type ListOrders200Body = {
    /** @description The orders of this page. Empty if no order matches the filters. */
    data: Order[];
};

export type GetOrder200Body = {
    data: Order;
};

export type UpdateOrder200Body = {
    data: Order;
};

export type GetOrderInvoice200Body = {
    data: OrderInvoice;
};

export type ListDownloads200Body = {
    /** @description The files of the order's products. */
    data: OrderDownload[];
};

export type CreateDownload200Body = {
    data: DownloadLink;
};

export type CreateParcel200Body = {
    data: Order;
};

export type CreateRefund200Body = {
    data: Order;
};

export type CreateReturn200Body = {
    data: Order;
};

export type UpdateReturn200Body = {
    data: Order;
};

export type ListSubscriptions200Body = {
    /** @description The subscriptions of this page. Empty if no subscription matches the filters. */
    data: Subscription[];
};

export type GetSubscription200Body = {
    data: Subscription;
};

export type CancelSubscription200Body = {
    data: Subscription;
};

export type CreatePortalSession200Body = {
    data: PortalLink;
};

export type OrderPlacedPayload = {
    /**
     * @description What happened.
     * @example order.placed
     */
    type: "order.placed";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderPaidPayload = {
    /**
     * @description What happened.
     * @example order.paid
     */
    type: "order.paid";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderPayment_failedPayload = {
    /**
     * @description What happened.
     * @example order.payment_failed
     */
    type: "order.payment_failed";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderRefundedPayload = {
    /**
     * @description What happened.
     * @example order.refunded
     */
    type: "order.refunded";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderRefund_failedPayload = {
    /**
     * @description What happened.
     * @example order.refund_failed
     */
    type: "order.refund_failed";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderDisputedPayload = {
    /**
     * @description What happened.
     * @example order.disputed
     */
    type: "order.disputed";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderDispute_closedPayload = {
    /**
     * @description What happened.
     * @example order.dispute_closed
     */
    type: "order.dispute_closed";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderShippedPayload = {
    /**
     * @description What happened.
     * @example order.shipped
     */
    type: "order.shipped";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderReturnedPayload = {
    /**
     * @description What happened.
     * @example order.returned
     */
    type: "order.returned";
    timestamp: EventTimestamp;
    data: Order;
};

export type OrderFulfilledPayload = {
    /**
     * @description What happened.
     * @example order.fulfilled
     */
    type: "order.fulfilled";
    timestamp: EventTimestamp;
    data: Order;
};

export type CheckoutExpiredPayload = {
    /**
     * @description What happened.
     * @example checkout.expired
     */
    type: "checkout.expired";
    timestamp: EventTimestamp;
    data: CheckoutSession;
};

export type SubscriptionStartedPayload = {
    /**
     * @description What happened.
     * @example subscription.started
     */
    type: "subscription.started";
    timestamp: EventTimestamp;
    data: Subscription;
};

export type SubscriptionRenewedPayload = {
    /**
     * @description What happened.
     * @example subscription.renewed
     */
    type: "subscription.renewed";
    timestamp: EventTimestamp;
    data: Subscription;
};

export type SubscriptionChangedPayload = {
    /**
     * @description What happened.
     * @example subscription.changed
     */
    type: "subscription.changed";
    timestamp: EventTimestamp;
    data: Subscription;
};

export type SubscriptionPast_duePayload = {
    /**
     * @description What happened.
     * @example subscription.past_due
     */
    type: "subscription.past_due";
    timestamp: EventTimestamp;
    data: Subscription;
};

export type SubscriptionEndedPayload = {
    /**
     * @description What happened.
     * @example subscription.ended
     */
    type: "subscription.ended";
    timestamp: EventTimestamp;
    data: Subscription;
};

export type ProductChangedPayload = {
    /**
     * @description What happened.
     * @example product.changed
     */
    type: "product.changed";
    timestamp: EventTimestamp;
    data: Product;
};

export type ProductStock_lowPayload = {
    /**
     * @description What happened.
     * @example product.stock_low
     */
    type: "product.stock_low";
    timestamp: EventTimestamp;
    data: Product;
};

export interface paths {
    "/v1/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the whole catalog
         * @description Returns the store with its theme, contacts and settings, and every active product, in one response. Use it for a home page
         *     or to build a static site: it takes one request instead of two, and store and products are from the same moment.
         *
         *     An unpublished store is returned too, with `isPublished` set to `false`, so that you can build a storefront before it opens.
         *
         *     It is safe to retry. Cache the response for as long as your customers may see an old price; a cart always uses the current
         *     price.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The store and its active products. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["Kept"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetCatalog200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["UnknownQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["StoreNotFound"];
                409: components["responses"]["CatalogTooLarge"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the store in brief
         * @description Returns what most pages need of the store: its name, its logo, and whether it is live and can take payments. `getCatalog`
         *     returns the full profile.
         *
         *     It is safe to retry. An unpublished store is returned too.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The store in brief. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["Kept"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetStore200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the products for sale
         * @description Without parameters, returns all active products of the store in one list, in the merchant's order, so that you can cache the
         *     list and sort or group it to fit your design. Inactive products are left out.
         *
         *     With any of its parameters, it returns a page of at most `limit` products. If there are more, the `Link` header has the URL
         *     of the next page, with the same filters; without it, the list is complete. Filters can be combined:
         *     `category=Prints&q=harbour` returns the prints with that word. The order is always the merchant's. Products that are added
         *     or removed don't shift the pages while you read them.
         *
         *     It is safe to retry.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The maximum number of products per page, 100 by default. */
                    limit?: number;
                    /** @description The `_id` of the last product of the previous page. You don't have to build this yourself: `Link` has the whole URL. The product may have been withdrawn since, or deleted in the last seven days; an id that is unknown or belongs to another store is answered with 404. */
                    after?: string;
                    /** @description Only products with exactly this `category`. */
                    category?: string;
                    /** @description Only products of this `type`. */
                    type?: "digital" | "subscription" | "physical";
                    /** @description Only the products with these `_id`s, separated by commas, such as a customer's recently viewed products. Ids that are unknown, inactive or another store's are left out. */
                    ids?: string[];
                    /** @description Only the product with exactly this `slug`. The list is empty if none for sale has it. */
                    slug?: string;
                    /** @description Only products that have all these words, or words that begin with them, in `name`, `description` or `category`. A word is a run of letters and digits. Case, accents and the order of the words don't matter: `strasse` finds Straße. All other characters separate words; there are no operators. A text without a letter or digit finds nothing. A product whose `sku` is the whole text is found, too. */
                    q?: string;
                };
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The active products, or a page of them. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        Link: components["headers"]["Link"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["Kept"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ListProducts200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidListQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["ProductNotFound"];
                409: components["responses"]["CatalogTooLarge"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        /**
         * Add a product
         * @description Adds a product at the end of the merchant's order, in the store's currency. It can be bought at once, unless `isActive` is
         *     `false`. The service has no other way to know that two requests mean the same product, so it is **safe to retry only with an
         *     `Idempotency-Key`**, or with a `slug`, which no two products can have.
         *
         *     It requires a key with the scope `catalog`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path?: never;
                cookie?: never;
            };
            /** @description The product to add. */
            requestBody: {
                content: {
                    "application/json": NewProduct;
                };
            };
            responses: {
                /** @description The new product. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateProduct200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                409: components["responses"]["NewProductConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many products
         * @description Makes up to 100 changes with one request: each adds, replaces, changes or deletes a product, or changes its stock, with the same
         *     rules as the operation for one product. The results are in the order of the changes.
         *
         *     The changes are made one after another, so a product can be changed several times, and later changes see earlier ones. A change
         *     that is refused changes nothing and doesn't stop the others; its result has the status and the error that the operation for one
         *     product would have had. If the request doesn't match the schema, nothing is changed and the response is 400. If the response
         *     is 500, either all changes were made or none.
         *
         *     A repeated request adds products and stock again. It is therefore **safe to retry only with an `Idempotency-Key`**. The request
         *     counts once against the rate limit, and like every request it can have 1 MiB: some 10 KiB per change. It requires a key with the
         *     scope `catalog`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path?: never;
                cookie?: never;
            };
            /** @description The changes to make. */
            requestBody: {
                content: {
                    "application/json": ChangeProductsRequest;
                };
            };
            responses: {
                /** @description A result per change, in the same order. Some changes may have been refused. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ChangeProducts200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                409: components["responses"]["BatchKeyConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product, by its `_id`. Cart lines call it `productId`. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        /**
         * Read one product
         * @description Returns one product of the store. A withdrawn product is still returned, with `isActive` set to `false`, so that a
         *     bookmarked page can say that it is no longer sold.
         *
         *     It is safe to retry.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The product. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["Kept"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetProduct200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["ProductNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        /**
         * Replace a product
         * @description Replaces everything that the merchant says about the product. Omitted properties get their defaults: `quantity` too, so that any
         *     quantity can be sold. Its `_id`, its currency and its place in the list stay.
         *
         *     Sending a product as it was read changes nothing. Send its `ETag` as `If-Match`, so that sales since then aren't undone.
         *
         *     If the product can no longer be bought, open payment pages that sell it are closed. A new price doesn't affect them. It is safe
         *     to retry. It requires a key with the scope `catalog`.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatchProduct"];
                };
                path: {
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            /** @description The product as it should be. */
            requestBody: {
                content: {
                    "application/json": NewProduct;
                };
            };
            responses: {
                /** @description The replaced product. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ReplaceProduct200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                404: components["responses"]["ProductNotFound"];
                409: components["responses"]["ProductConflict"];
                412: components["responses"]["ProductChanged"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        post?: never;
        /**
         * Delete a product
         * @description Deletes a product permanently. Orders keep what they sold. Carts keep the line, which can't be bought, and open payment pages
         *     that sell it are closed. To only stop selling it, set `isActive` to `false`.
         *
         *     A repetition is answered with 404. It requires a key with the scope `catalog`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatchProduct"];
                };
                path: {
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The product as it was, with `isActive` set to `false`. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": DeleteProduct200Body;
                    };
                };
                400: components["responses"]["UnknownQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                404: components["responses"]["ProductNotFound"];
                412: components["responses"]["ProductChanged"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change a product
         * @description Changes some properties of a product. Send only what changes; `null` empties a property, and lists are replaced as a whole.
         *
         *     If the product can no longer be bought, open payment pages that sell it are closed. A new price doesn't affect them. It is safe
         *     to retry. It requires a key with the scope `catalog`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatchProduct"];
                };
                path: {
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            /** @description The changes to the product. */
            requestBody: {
                content: {
                    "application/json": UpdateProductRequest;
                };
            };
            responses: {
                /** @description The changed product. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UpdateProduct200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                404: components["responses"]["ProductNotFound"];
                409: components["responses"]["ProductConflict"];
                412: components["responses"]["ProductChanged"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        trace?: never;
    };
    "/v1/products/{productId}/stock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product, by its `_id`. Cart lines call it `productId`. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the stock of a product
         * @description Adds to the `quantity` of a counted product, or takes away from it, such as after a delivery. Concurrent sales and changes all count.
         *     It is therefore **safe to retry only with an `Idempotency-Key`**.
         *
         *     It requires a key with the scope `catalog`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path: {
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            /** @description How many more or fewer there are. */
            requestBody: {
                content: {
                    "application/json": ChangeStockRequest;
                };
            };
            responses: {
                /** @description The product with its new stock. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ChangeStock200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                404: components["responses"]["ProductNotFound"];
                409: components["responses"]["StockConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a cart
         * @description Creates an empty cart in the store's currency. Keep its `id` in the customer's session: carts can't be listed, so there is
         *     no other way to find the cart again. Create one when the customer first adds something, not on every visit.
         *
         *     The request has no body. It is safe to retry, because an unused cart costs nothing and expires 30 days after its last
         *     change. With an `Idempotency-Key`, a retry returns the same cart.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The new cart, without lines. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        ETag: components["headers"]["ETag"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateCart200Body;
                    };
                };
                400: components["responses"]["InvalidKey"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                409: components["responses"]["KeyConflict"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cart/{cartId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                cartId: components["parameters"]["CartId"];
            };
            cookie?: never;
        };
        /**
         * Read a cart
         * @description Returns the cart with totals at current prices. When the merchant changes a price, the next read shows it, so show your
         *     customer these totals instead of adding up prices yourself.
         *
         *     It is safe to retry. Reading doesn't extend the cart's life; only changes do.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The cart. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["Kept"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetCart200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CartNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Empty a cart
         * @description Removes all lines. The cart itself stays, keeps its `id`, and can be filled again.
         *
         *     It is safe to retry: an empty cart stays empty. A checkout session that is already open isn't affected.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The cart's `ETag` from `getCart` or from the last change. If the cart or one of its prices has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The cart, without lines. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ClearCart200Body;
                    };
                };
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CartNotFound"];
                412: components["responses"]["CartChanged"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cart/{cartId}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                cartId: components["parameters"]["CartId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a product to a cart
         * @description Adds a product to the cart. If the product is already in the cart, the quantity is added to its line; otherwise a new line
         *     is appended. Concurrent requests both count.
         *
         *     It is therefore **safe to retry only with an `Idempotency-Key`**, which adds the quantity once, however often the request
         *     arrives. Without one, read the cart if no response arrives, or set the quantity with `updateCartLine`.
         *
         *     A cart can contain a subscription beside other products. The mix is refused only at checkout, so you can offer the customer
         *     a way out.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                    /** @description The cart's `ETag` from `getCart` or from the last change. If the cart or one of its prices has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                };
                cookie?: never;
            };
            /** @description The product and the quantity to add. */
            requestBody: {
                content: {
                    "application/json": AddCartLineRequest;
                };
            };
            responses: {
                /** @description The cart with the product in it. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        ETag: components["headers"]["ETag"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": AddCartLine200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CartOrProductNotFound"];
                409: components["responses"]["LineConflict"];
                412: components["responses"]["CartChanged"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cart/{cartId}/lines/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                cartId: components["parameters"]["CartId"];
                /** @description The product, by its `_id`. Cart lines call it `productId`. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a line
         * @description Removes the line of this product entirely, whatever its quantity. The other lines stay as they are.
         *
         *     It is safe to retry: if the line is already gone, the response is 404 and the cart is as you wanted it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The cart's `ETag` from `getCart` or from the last change. If the cart or one of its prices has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The cart without the line. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": RemoveCartLine200Body;
                    };
                };
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CartOrLineNotFound"];
                412: components["responses"]["CartChanged"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Set the quantity of a line
         * @description Sets the quantity of this product's line, whatever it was before. Quantity 0 removes the line. The line must exist;
         *     `addCartLine` creates one.
         *
         *     It is safe to retry: the outcome is the same.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The cart's `ETag` from `getCart` or from the last change. If the cart or one of its prices has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                    /** @description The product, by its `_id`. Cart lines call it `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            /** @description The new quantity of the line. */
            requestBody: {
                content: {
                    "application/json": UpdateCartLineRequest;
                };
            };
            responses: {
                /** @description The cart with the new quantity. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UpdateCartLine200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CartOrLineNotFound"];
                409: components["responses"]["QuantityConflict"];
                412: components["responses"]["CartChanged"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        trace?: never;
    };
    "/v1/checkout/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout session
         * @description Takes a snapshot of the cart at current prices, and returns the URL of the payment provider's page for it. Redirect the
         *     customer's browser there.
         *
         *     **What happens next.** After payment, the provider sends the customer to the store's success URL, with `session_id=…`
         *     appended. A customer who gives up returns to the cancel URL. Both are in the store's settings. On the success page, pass
         *     that id to `getCheckoutSession`, and deliver only if it reports the payment: the redirect alone proves nothing. This
         *     response doesn't contain the id, so it has no link to `getCheckoutSession`. When the customer completes the page, the
         *     purchased products leave the cart, even if a slow payment is still pending, so that no cart is paid for twice. The cart
         *     itself remains.
         *
         *     **What the page asks for.** If the cart has a physical product, the page asks for an address in one of the countries that
         *     the store ships to, and for a phone number. `getCheckoutSession` returns both. Send what you already know: `customerEmail`,
         *     and `locale` for the page's language.
         *
         *     **Shipping.** If the store has shipping rates, the customer chooses one on the page, which offers the five cheapest. The page
         *     can't change them by address, so send `shippingCountry` if you know it: the page then offers the rates for this country and
         *     accepts addresses only there. If all of the store's rates depend on the country, it is required.
         *
         *     **Promotion codes.** Ask for the code in your storefront and send it as `promotionCode`: the page then shows the reduced price.
         *     Without it, the customer can enter one of the store's codes on the page, unless the store shares its account at the payment
         *     provider with other stores: the page would take their codes too. `amounts` of the session and the order has the `discount`.
         *
         *     **Tax.** If the store charges tax, the page calculates it by the customer's address. Where prices exclude it, the customer pays more
         *     than the cart's total. `amounts` has the `tax`.
         *
         *     **Your own data.** `metadata` is returned with the session and the order, so that you can match a purchase to your records
         *     without a separate table.
         *
         *     **When the page closes.** The page takes one payment and closes after 31 minutes. A customer who comes back later needs a
         *     new session. The page closes earlier if one of its products goes off sale, or if the store is unpublished, loses its plan
         *     or changes its payment account. A price change doesn't close it: the customer pays the price that the page shows.
         *
         *     **Retries.** Creating a session charges no customer. With an `Idempotency-Key`, a retry returns the same page; without one,
         *     it opens another. A new session for the same cart first closes the previous one, so a customer never has two open pages for
         *     one cart. If the previous page can't be closed, no new one is opened, and the response is 409 `CONFLICT`. Create the
         *     session when the customer presses the button, not in advance.
         *
         *     **What 404 means.** Either the cart or the member session doesn't exist. Read the cart before you discard it; a member whose
         *     session has expired only has to sign in again, and the cart is still there.
         *
         *     A subscription must be bought alone or with others of the same billing interval. Send `memberSessionId` with it, or
         *     `createPortalSession` can't find the subscriber later.
         *
         *     **One subscription per member.** Unless the store's settings allow more, a member can have one live subscription to a
         *     product, in any quantity; a second one is refused with 409 `CONFLICT`. A subscription is live while its `status` is
         *     `active`, `trialing`, `past_due`, `unpaid` or `paused`; here it also counts while its first payment is pending. A member
         *     can have several pages open for it. When one is completed, the service closes the others. If two are completed at the same
         *     moment, the second subscription is cancelled and its order refunded. Guests can't be identified, so they can subscribe
         *     again.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path?: never;
                cookie?: never;
            };
            /** @description The cart to pay for and, if you know it, who pays. */
            requestBody: {
                content: {
                    "application/json": CreateCheckoutSessionRequest;
                };
            };
            responses: {
                /** @description The session has been created. Redirect the customer to `url`. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateCheckoutSession200Body;
                    };
                };
                400: components["responses"]["InvalidCheckout"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CartOrMemberSessionNotFound"];
                409: components["responses"]["CheckoutConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The checkout session, by its `id` or by the payment provider's identifier, which is in the `session_id` query parameter of the success URL. */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Read a checkout session
         * @description Returns whether a checkout has been paid, and for what. Call it on your success page with the `session_id` from the URL, and
         *     deliver when `paymentStatus` is `paid` or `no_payment_required`.
         *
         *     While the session is open, the service asks the payment provider before it responds, so a payment is visible at once. It is
         *     safe to retry. A session stays readable after it has ended: for 90 days if it expired unpaid, for 400 days if it was
         *     completed. After that it is a 404, so store what you need.
         *
         *     **Slow payments.** A bank debit takes days. Such a session is `complete` and `unpaid`, with a `paymentOutcome` of `pending`:
         *     thank the customer for the order, and deliver once it is `paid`. If it becomes `failed`, no money arrives, and nothing is
         *     put back into the cart.
         *
         *     Before you show a name or an address, check that `cartId` is the current customer's cart: an identifier in a URL can come
         *     from anywhere.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The checkout session, by its `id` or by the payment provider's identifier, which is in the `session_id` query parameter of the success URL. */
                    sessionId: components["parameters"]["SessionId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The checkout session. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetCheckoutSession200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["CheckoutSessionNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Returns the store's orders, the most recently recorded first, 20 per page. If there are more, the `Link` header has the URL
         *     of the next page; without it, the list is complete. New orders don't shift the pages while you read them.
         *
         *     To find new orders, read from the beginning until you reach one that you know. This also finds orders that the service
         *     learned of late, because it couldn't reach the payment provider: they are among the first, although their `createdAt` is
         *     earlier.
         *
         *     Filters can be combined; each one narrows the list. `unsent=true` lists the orders to ship. `status=paid&fulfilled=false`
         *     doesn't: it omits partially refunded orders, and includes digital goods until they are marked as fulfilled. On your success
         *     page, `sessionId` finds the order of the customer's checkout. It exists once `getCheckoutSession` returns `complete`.
         *
         *     It is safe to retry.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The maximum number of orders per page. */
                    limit?: number;
                    /** @description The `id` of the last order of the previous page. You don't have to build this yourself: `Link` has the whole URL. */
                    after?: string;
                    /** @description Only the order with this `number`. */
                    number?: number;
                    /** @description Only the order of this checkout session. Accepts the session's `id`, or the payment provider's identifier from `session_id` in the success URL. */
                    sessionId?: string;
                    /** @description Only orders that were bought with this cart. The cart itself may have expired since. */
                    cartId?: string;
                    /** @description Only orders of this member, by the identifier that your authentication system returned for the `memberSessionId` of the checkout. */
                    memberId?: string;
                    /** @description Only orders with this `status`. */
                    status?: OrderStatus;
                    /** @description Only orders that have been fulfilled (`true`), or that haven't (`false`). */
                    fulfilled?: boolean;
                    /** @description Only orders that still have to be shipped (`true`): paid, neither fully refunded nor lost in a dispute, with a `shippingAddress`, and not fulfilled. `false` lists all others. */
                    unsent?: boolean;
                };
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of orders. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        Link: components["headers"]["Link"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ListOrders200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidListQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /**
         * Read an order
         * @description Returns what was bought, the state of the payment, the refunds, and the shipping address. An order is created when a
         *     customer completes the payment page, and it is kept permanently; when a customer's data are erased, the order remains
         *     without them.
         *
         *     Payments, refunds and their failures are recorded as the payment provider reports them. Deliver when `status` is `paid`. A
         *     `pending` order becomes `paid` or `failed`; with a bank debit, that takes days.
         *
         *     It is safe to retry.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The order. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetOrder200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Fulfil an order, or correct its address
         * @description Records that the order has been shipped or delivered, and its tracking information, or corrects the shipping address of an order that
         *     isn't sent. Send only what changes.
         *
         *     `fulfilled: true` requires an order that has been paid and not fully refunded. `fulfilled: false` undoes it and removes the
         *     tracking information. `tracking` requires a fulfilled order, or `fulfilled: true` in the same request; `null` removes it.
         *
         *     `fulfilled: true` records what is left to send as one parcel, and `fulfilled: false` removes that parcel. `tracking` is the
         *     last parcel's. To send an order in several parcels, use `createParcel`.
         *
         *     It is safe to retry: the outcome is the same, and `fulfilledAt` doesn't change.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            /** @description The changes to the order. */
            requestBody: {
                content: {
                    "application/json": UpdateOrderRequest;
                };
            };
            responses: {
                /** @description The changed order. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UpdateOrder200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                409: components["responses"]["OrderConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        trace?: never;
    };
    "/v1/orders/{orderId}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /**
         * Read an order's invoice
         * @description Returns the links to the invoice of one of an order's payments, the first by default. The payment provider makes invoices if the
         *     store has them, and for every payment of a subscription. The service reads them from the provider with each call, because they change: redirect the
         *     customer's browser to `url` at once.
         *
         *     **Don't store or log the links.** Anyone who has one can read the customer's name, address and tax ID, without signing in.
         *
         *     An order without an invoice is 404, and so is one whose invoice the provider hasn't made yet, which takes a few seconds
         *     after the payment. For a subscription's renewals, call it with the `paymentId` of each of the order's `payments`. It is safe to
         *     retry.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The payment, by its `id` in the order's `payments`. Without it, the first one. */
                    paymentId?: string;
                };
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The links to the invoice. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetOrderInvoice200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidPaymentQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["InvoiceNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        /**
         * List an order's downloads
         * @description Returns the files of the digital products that were bought, in the order of the order's lines, for a page that shows a button
         *     for each. `createDownload` returns the URL of one. Products without a file aren't listed, so the list is empty for most orders.
         *
         *     It is safe to retry.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The files. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ListDownloads200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        /**
         * Create a download link
         * @description Returns a URL from which the customer downloads the file of a digital product that they bought. Redirect their browser there.
         *     It needs no key, and works for 24 hours, any number of times. The order must have been paid, and neither refunded in full nor
         *     lost in a dispute. If the merchant has replaced the file, the customer gets the newest one. The dashboard shows how often each
         *     line was downloaded.
         *
         *     Create it when the customer presses the button, after you have checked that the order is theirs. It is safe to retry: every
         *     call returns a fresh URL, and earlier ones go on working until they expire.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            /** @description The product whose file is downloaded. */
            requestBody: {
                content: {
                    "application/json": CreateDownloadRequest;
                };
            };
            responses: {
                /** @description The download is ready. Redirect the customer to `url`. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateDownload200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                409: components["responses"]["DownloadConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}/parcels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a parcel
         * @description Records that items of a paid order were sent, with the tracking information of the parcel. Without `lines`, the parcel has
         *     everything that is left to send; without tracking information too, use `updateOrder`. Products that don't have to be shipped
         *     are never left to send.
         *
         *     Each parcel sends the event `order.shipped`. The parcel with the last item makes the order fulfilled.
         *
         *     It is **safe to retry only with an `Idempotency-Key`**. Without one, a retry can record the same items again while some are
         *     left; more than were bought are never recorded.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            /** @description What was sent, and how to track it. */
            requestBody: {
                content: {
                    "application/json": CreateParcelRequest;
                };
            };
            responses: {
                /** @description The order with its parcels. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateParcel200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                409: components["responses"]["ParcelConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order
         * @description Refunds items, an amount, or all that is left of a payment, to the payment method that the customer paid with.
         *
         *     With `lines` and `shipping`, their share of what was paid is refunded, discount and tax included, in whole smallest units. The last
         *     item of a line takes the rest, so refunding all lines and the shipping refunds exactly what was paid. They are shares of the
         *     order's first payment; refund a renewal of a subscription by its `amount`. More than is left is refused.
         *
         *     The response has the new refund in `refunds`. It may be `pending`, and it can fail later, which `order.refund_failed` reports.
         *
         *     It is **safe to retry only with an `Idempotency-Key`**: then the same request is one refund. Without one, read the order first. After a
         *     500, it isn't known whether the money was refunded, until the retry succeeds or `refunds` has it.
         *
         *     It requires a key with the scope `catalog`.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            /** @description What is refunded. */
            requestBody: {
                content: {
                    "application/json": CreateRefundRequest;
                };
            };
            responses: {
                /** @description The order with its refunds. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateRefund200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                404: components["responses"]["OrderNotFound"];
                409: components["responses"]["RefundConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a return
         * @description Records that the customer sends items of a paid order back. It moves no money: refund with `createRefund`, and connect the
         *     refund with `updateReturn`.
         *
         *     It is **safe to retry only with an `Idempotency-Key`**. Without one, a retry can record the same items again while some are
         *     left; more than were bought are never recorded.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                };
                cookie?: never;
            };
            /** @description What comes back, and why. */
            requestBody: {
                content: {
                    "application/json": CreateReturnRequest;
                };
            };
            responses: {
                /** @description The order with its returns. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreateReturn200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["OrderNotFound"];
                409: components["responses"]["ReturnConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}/returns/{returnId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order, by its `id`. */
                orderId: components["parameters"]["OrderId"];
                /** @description The return, by its `id`. */
                returnId: components["parameters"]["ReturnId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Receive a return
         * @description Records that the items of a return have arrived, and which refund was made for it. `restock` puts items back in stock: as many
         *     as the order took from the stock of counted products, and were not put back with a refund or another return.
         *
         *     The arrival sends the event `order.returned`. It is safe to retry: a return is received once, and its items are put back once.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The order, by its `id`. */
                    orderId: components["parameters"]["OrderId"];
                    /** @description The return, by its `id`. */
                    returnId: components["parameters"]["ReturnId"];
                };
                cookie?: never;
            };
            /** @description The changes to the return. */
            requestBody: {
                content: {
                    "application/json": UpdateReturnRequest;
                };
            };
            responses: {
                /** @description The order with its returns. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": UpdateReturn200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["ReturnNotFound"];
                409: components["responses"]["ReceiptConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Returns the store's subscriptions, the newest first, 20 per page. If there are more, the `Link` header has the URL of the
         *     next page; without it, the list is complete. New subscriptions don't shift the pages while you read them.
         *
         *     The two filters can be combined. `memberId` finds a member's subscriptions; those whose `status` is `active`, `trialing`,
         *     `past_due`, `unpaid` or `paused` haven't ended. A guest's subscription has no member, so it is only in lists without
         *     `memberId`.
         *
         *     The list shows what the payment provider has reported, which can be a few seconds late. It is safe to retry.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The maximum number of subscriptions per page. */
                    limit?: number;
                    /** @description The `id` of the last subscription of the previous page. You don't have to build this yourself: `Link` has the whole URL. */
                    after?: string;
                    /** @description Only subscriptions of this member, by the identifier that your authentication system returned for the `memberSessionId` of the checkout. */
                    memberId?: string;
                    /** @description Only subscriptions with this `status`, as the payment provider names it. A status that the provider doesn't have gives an empty list. */
                    status?: string;
                };
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of subscriptions. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        Link: components["headers"]["Link"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": ListSubscriptions200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidListQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["SubscriptionNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription, by its `id`. */
                subscriptionId: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description Returns the subscription's member, its state, what it costs, when it ends, and the checkout session in which it was bought.
         *     `listOrders` with that `sessionId` finds its order, with every payment. The order has the subscription's id in
         *     `subscriptionId`.
         *
         *     A subscription that was cancelled for the end of its period keeps its `status` until then; `cancelAt` is set.
         *
         *     The state is what the payment provider has reported, which can be a few seconds late. It is safe to retry.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The subscription, by its `id`. */
                    subscriptionId: components["parameters"]["SubscriptionId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The subscription. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        ETag: components["headers"]["ETag"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": GetSubscription200Body;
                    };
                };
                304: components["responses"]["NotModified"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["SubscriptionNotFound"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Cancel a subscription
         * @description Cancels a subscription at the end of its present period (`at=periodEnd`, the default), or ends it at once (`at=now`). In both
         *     cases no further period is charged, and nothing is refunded.
         *
         *     At the end of the period: `cancelAt` is set, and the member can withdraw the cancellation in the billing portal until then. A
         *     subscription that is going to end earlier anyway is left unchanged. At once: an unpaid renewal is no longer collected.
         *
         *     A repetition has the same response; a subscription that has ended is left unchanged. It requires a key with the scope
         *     `catalog`.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description When it ends. */
                    at?: "periodEnd" | "now";
                };
                header?: never;
                path: {
                    /** @description The subscription, by its `id`. */
                    subscriptionId: components["parameters"]["SubscriptionId"];
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The subscription, cancelled. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CancelSubscription200Body;
                    };
                };
                400: components["responses"]["InvalidCancellation"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["CatalogForbidden"];
                404: components["responses"]["SubscriptionNotFound"];
                409: components["responses"]["CancellationConflict"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscription/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a billing portal session
         * @description Returns the URL of the payment provider's portal for one subscriber, where the member can cancel, change the payment method
         *     and see past invoices. Redirect the member's browser there. Afterwards, the provider redirects it to the return URL in the
         *     store's settings.
         *
         *     The service finds the member by the session of your own authentication system. The member must have a live subscription on
         *     this store: one that was bought with that member's `memberSessionId`, or that the operator has assigned to the member.
         *     Subscriptions that are in a trial, paused, or behind with a payment are live, since the member needs the portal to update a
         *     card. The portal shows all of the member's subscriptions.
         *
         *     It is safe to retry: every call returns a fresh URL, and nothing changes until the member acts. With an `Idempotency-Key`, a
         *     retry returns the same URL, which may have expired by then. The URL is short-lived, so create it when the member presses the
         *     button.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A unique text of your choice. For 24 hours, a retry with the same key gets the first response again and has no second effect. "Idempotency keys" in the introduction has the details. */
                    "Idempotency-Key"?: IdempotencyKey;
                };
                path?: never;
                cookie?: never;
            };
            /** @description The member whose portal to open. */
            requestBody: {
                content: {
                    "application/json": CreatePortalSessionRequest;
                };
            };
            responses: {
                /** @description The portal is ready. Redirect the member to `url`. */
                200: {
                    headers: {
                        "X-API-Version": components["headers"]["X-API-Version"];
                        "X-Request-Id": components["headers"]["X-Request-Id"];
                        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                        RateLimit: components["headers"]["RateLimit"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "Cache-Control": components["headers"]["NotStored"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": CreatePortalSession200Body;
                    };
                };
                400: components["responses"]["InvalidBody"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PortalForbidden"];
                404: components["responses"]["MemberSessionNotFound"];
                409: components["responses"]["PortalConflict"];
                413: components["responses"]["PayloadTooLarge"];
                415: components["responses"]["UnsupportedMediaType"];
                429: components["responses"]["RateLimited"];
                500: components["responses"]["InternalError"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.placed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was placed
         * @description A customer has completed the payment page, and the order was created. Its `status` is `pending` while the money is on its way, as with a bank debit: `order.paid` or `order.payment_failed` follows days later. If the order is `paid` already, `order.paid` is sent too, so deliver on that event, not on this one.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderPlacedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was paid
         * @description The payment of an order has arrived, or there was nothing to pay. Deliver now. With slow payment methods, such as a bank debit, this is days after the checkout.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderPaidPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment failed
         * @description A slow payment of an order, such as a bank debit, has failed, and nothing was paid. A card is declined on the payment page, before there is an order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderPayment_failedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was refunded
         * @description An order was refunded at the payment provider, in part or in full. `refunds` lists all refunds, and `status` has their outcome. There is one event for each refund.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderRefundedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.refund_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund failed
         * @description A refund of an order has failed. This can happen days after it succeeded: the customer's bank sent the money back to the merchant. `refunds` lists the refund as `failed`, and `status` no longer counts it. Refund it again, or pay the customer another way. There is one event for each refund.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderRefund_failedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.disputed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment was disputed
         * @description A customer's bank disputes a payment of an order, or asks about it. `disputes` lists all of them. There is one event for each dispute. The merchant responds to it at the payment provider, until `dueAt`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderDisputedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.dispute_closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute was closed
         * @description A dispute of an order has been decided, or an inquiry has ended. The dispute's `status` has the outcome. There is one event for each dispute, and another one if the bank later decides differently, as in an appeal. If a dispute is `lost`, don't ship what hasn't been shipped yet.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderDispute_closedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.shipped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A parcel was sent
         * @description A parcel was recorded: the last of `parcels`. If nothing is left to send, `order.fulfilled` follows.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderShippedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A return has arrived
         * @description The items of a return have arrived: the one of `returns` that was received last.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderReturnedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.fulfilled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order was fulfilled
         * @description An order was marked as fulfilled by `updateOrder`, or its last item was sent. Later changes of its tracking send no event.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": OrderFulfilledPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A checkout expired
         * @description A checkout session ended without being completed: its 31 minutes are over, a newer session for the same cart replaced it, or one of its products is no longer for sale. Its cart is unchanged.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": CheckoutExpiredPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription started
         * @description A subscription has started. Its first payment has its own order, with `order.paid`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": SubscriptionStartedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.renewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription was renewed
         * @description Another interval of a subscription was paid. The payment is added to the subscription's order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": SubscriptionRenewedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription was changed
         * @description A subscription was cancelled for a later time, which sets `cancelAt`, or the cancellation was withdrawn. Or its `status`, its `trialEnd`, its `memberId` or one of its `lines` changed, for example because a late payment has arrived or the merchant has changed the price. A start, a late payment and the end have their own events, and a new period that is paid has `subscription.renewed`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": SubscriptionChangedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.past_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment of a subscription failed
         * @description A renewal couldn't be charged. The payment provider tries again for a while, and asks the member for another payment method if the merchant has set it up so. `subscription.changed` follows when the payment arrives, or `subscription.ended`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": SubscriptionPast_duePayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscription ended
         * @description A subscription has ended: it was cancelled and the paid period is over, or the provider has stopped trying to charge for it. A subscription that is only behind with a payment hasn't ended.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": SubscriptionEndedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A product was changed
         * @description The merchant created or changed a product; `isActive` says whether it is still sold. Discard your copy of it.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": ProductChangedPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.stock_low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A product is low in stock
         * @description Five or fewer of a counted product are left, including those that open checkout sessions have reserved. Sent once, until the merchant has restocked it.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": ProductStock_lowPayload;
                };
            };
            responses: {
                204: components["responses"]["EventReceived"];
                410: components["responses"]["EndpointGone"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: Error;
        Catalog: Catalog;
        StoreSummary: StoreSummary;
        Product: Product;
        IdempotencyKey: IdempotencyKey;
        NewProduct: NewProduct;
        ChangeProductsRequest: ChangeProductsRequest;
        ProductChangeResult: ProductChangeResult;
        UpdateProductRequest: UpdateProductRequest;
        ChangeStockRequest: ChangeStockRequest;
        Cart: Cart;
        AddCartLineRequest: AddCartLineRequest;
        UpdateCartLineRequest: UpdateCartLineRequest;
        CreateCheckoutSessionRequest: CreateCheckoutSessionRequest;
        CheckoutLink: CheckoutLink;
        CheckoutSession: CheckoutSession;
        OrderStatus: OrderStatus;
        Order: Order;
        UpdateOrderRequest: UpdateOrderRequest;
        OrderInvoice: OrderInvoice;
        OrderDownload: OrderDownload;
        CreateDownloadRequest: CreateDownloadRequest;
        DownloadLink: DownloadLink;
        CreateParcelRequest: CreateParcelRequest;
        CreateRefundRequest: CreateRefundRequest;
        CreateReturnRequest: CreateReturnRequest;
        UpdateReturnRequest: UpdateReturnRequest;
        Subscription: Subscription;
        CreatePortalSessionRequest: CreatePortalSessionRequest;
        PortalLink: PortalLink;
        EventTimestamp: EventTimestamp;
        ErrorMessage: ErrorMessage;
        ErrorCode: ErrorCode;
        ErrorDetails: ErrorDetails;
        Store: Store;
        Currency: Currency;
        ProductGroup: ProductGroup;
        ProductOption: ProductOption;
        ProductImage: ProductImage;
        ProductChange: ProductChange;
        ChangedProduct: ChangedProduct;
        RefusedProductChange: RefusedProductChange;
        CartLine: CartLine;
        CartTotals: CartTotals;
        Locale: Locale;
        Metadata: Metadata;
        CheckoutSessionLine: CheckoutSessionLine;
        Totals: Totals;
        Amounts: Amounts;
        ShippingRate: ShippingRate;
        ShippingAddress: ShippingAddress;
        OrderPayment: OrderPayment;
        OrderRefund: OrderRefund;
        OrderDispute: OrderDispute;
        Tracking: Tracking;
        Parcel: Parcel;
        ParcelLine: ParcelLine;
        OrderReturn: OrderReturn;
        NewTracking: NewTracking;
        SubscriptionLine: SubscriptionLine;
        ErrorDetail: ErrorDetail;
        Theme: Theme;
        ProductCreation: ProductCreation;
        ProductReplacement: ProductReplacement;
        ProductUpdate: ProductUpdate;
        ProductDeletion: ProductDeletion;
        ProductStockChange: ProductStockChange;
        RefundedLine: RefundedLine;
        DisputeStatus: DisputeStatus;
    };
    responses: {
        /** @description The API key is missing, malformed, unknown or revoked. Requests without a valid key count against the client's address, as the rate-limit headers show; beyond its limit they are answered with 429. */
        Unauthorized: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": UnauthorizedBody;
            };
        };
        /** @description The key is valid, but its store's plan doesn't include headless access. The key works as soon as the store has a plan that does. Or the key lacks the scope `storefront`: create one that has it. */
        PlanRequired: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": PlanRequiredBody;
            };
        };
        /** @description The limit of this operation's scope is used up, or too many requests without a valid key came from this address. Wait for the number of seconds in `Retry-After`. The request had no effect, so it is then safe to retry. */
        RateLimited: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": RateLimitedBody;
            };
        };
        /** @description No such endpoint. This is answered before the API key is checked. */
        RouteNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": RouteNotFoundBody;
            };
        };
        /** @description The path exists, but doesn't support this method. `Allow` lists the methods that it supports. */
        MethodNotAllowed: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MethodNotAllowedBody;
            };
        };
        /** @description The methods of this path, in the `Allow` header. There is no body. */
        MethodsAllowed: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The content that you cached under this `ETag` is still current. There is no body. The request counts against the rate limit. */
        NotModified: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request has a query parameter that this operation doesn't support. Remove it. */
        UnknownQuery: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": UnknownQueryBody;
            };
        };
        /** @description The store of this API key has just been removed. The key will stop working altogether. */
        StoreNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": StoreNotFoundBody;
            };
        };
        /** @description The store sells more products than one response may have, usually 500,000. Read them in pages with `listProducts` and its `limit`. */
        CatalogTooLarge: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CatalogTooLargeBody;
            };
        };
        /** @description The service failed. The response never contains the cause. It is logged under the id in `X-Request-Id`, so include that id in a report. The request may or may not have taken effect; the introduction explains what is safe to retry. Temporary failures, such as a busy payment provider, have `Retry-After`. */
        InternalError: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait before retrying. Missing unless the failure is known to be temporary. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": InternalErrorBody;
            };
        };
        /** @description A query parameter has an invalid value. The same request will fail again. */
        InvalidListQuery: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvalidListQueryBody;
            };
        };
        /** @description There is no product with this id, or it belongs to another store. An inactive product isn't a 404; it is returned with `isActive` set to `false`. */
        ProductNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ProductNotFoundBody;
            };
        };
        /** @description The request doesn't match the schema (`VALIDATION_ERROR`), which includes undocumented properties and query parameters, or the body isn't valid JSON (`INVALID_REQUEST`). Nothing was changed. The same request will fail again. */
        InvalidBody: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvalidBody;
            };
        };
        /** @description The key is valid, but its store's plan doesn't include headless access. The key works as soon as the store has a plan that does. Or the key lacks the scope `catalog`: create one that has it. */
        CatalogForbidden: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CatalogForbiddenBody;
            };
        };
        /** @description Another product of the store has this `slug`, or the product couldn't be sold like this: a subscription needs a `billingInterval`, which no other type may have, and the payment provider can't charge every price in every currency. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. Nothing was changed. */
        NewProductConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": NewProductConflictBody;
            };
        };
        /** @description The body is larger than 1 MiB. No valid request of this API comes near that size. */
        PayloadTooLarge: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": PayloadTooLargeBody;
            };
        };
        /** @description The body isn't declared as JSON in UTF-8, or its compression isn't gzip, deflate or br. Send `Content-Type: application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": UnsupportedMediaTypeBody;
            };
        };
        /** @description The `Idempotency-Key` was already sent with another request, or its first request is still being handled, which takes a moment. This request changed nothing. */
        BatchKeyConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": BatchKeyConflictBody;
            };
        };
        /** @description Another product of the store has this `slug`, or the product couldn't be sold like this: a subscription needs a `billingInterval`, which no other type may have, and the payment provider can't charge every price in every currency. Nothing was changed. */
        ProductConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ProductConflictBody;
            };
        };
        /** @description The product has changed since the version in `If-Match`, so the request changed nothing. Read it again with `getProduct`. */
        ProductChanged: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ProductChangedBody;
            };
        };
        /** @description Fewer are left than the change takes away (`details` has how many), or the product isn't counted: set its `stock` with `updateProduct` first. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. Nothing was changed. */
        StockConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": StockConflictBody;
            };
        };
        /** @description The `Idempotency-Key` is empty or longer than 255 characters. Nothing was created. */
        InvalidKey: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvalidKeyBody;
            };
        };
        /** @description The `Idempotency-Key` was already sent with another request, or its first request is still being handled, which takes a moment. This request created no cart. */
        KeyConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": KeyConflictBody;
            };
        };
        /** @description There is no cart with this id, or it has expired, or it belongs to another store. Discard the id and create a new cart. */
        CartNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CartNotFoundBody;
            };
        };
        /** @description The cart has changed since the version in `If-Match`, so the request changed nothing. Read the cart, show it to the customer, and retry the change with the new `ETag`. */
        CartChanged: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CartChangedBody;
            };
        };
        /** @description There is no cart with this id, or it has expired or belongs to another store; or there is no product with this id in the API key's store. `error` says which. Read the cart before you discard its id. */
        CartOrProductNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CartOrProductNotFoundBody;
            };
        };
        /** @description The product isn't for sale or has a different currency from the cart, or the cart would exceed one of its limits: 999 of one product, 100 lines. The cart is unchanged, and the same request will fail until that changes. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. */
        LineConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": LineConflictBody;
            };
        };
        /** @description There is no cart with this id, or it has expired or belongs to another store; or the cart has no line for this product. `error` says which. Read the cart before you discard its id. */
        CartOrLineNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CartOrLineNotFoundBody;
            };
        };
        /** @description The new quantity would exceed one of the cart's limits. The cart is unchanged, and the same request will fail again. */
        QuantityConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": QuantityConflictBody;
            };
        };
        /** @description The request doesn't match the schema (`VALIDATION_ERROR`), which includes undocumented properties and query parameters, or the body isn't valid JSON (`INVALID_REQUEST`). An email address that matches the schema but that the payment provider refuses is a `VALIDATION_ERROR` too. Nothing was changed. The same request will fail again. */
        InvalidCheckout: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvalidCheckoutBody;
            };
        };
        /** @description There is no cart with this id, or it has expired or belongs to another store; or the member session is unknown or has expired. `error` says which. Without a `memberSessionId` in the request, it is the cart. With one, **read the cart before you discard its id**: if `getCart` answers 200, the cart still exists; have the member sign in again, and retry with the new member session. Create a new cart only if `getCart` answers 404. */
        CartOrMemberSessionNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CartOrMemberSessionNotFoundBody;
            };
        };
        /** @description The store or the cart isn't ready for payment. The conditions are checked in the order of the codes, and the response reports the first one that fails. No session was created, and no customer is charged. `CONFLICT` means one of the following: a line is no longer for sale, fewer of a product are left than the cart has (`details` lists each such line), the store doesn't ship to `shippingCountry` (or all of its shipping rates depend on the country, and it is missing), the store has no such `promotionCode` or it can't be used for this purchase, the member already has the subscription, the payment provider doesn't accept the number of products, the amount or a tax code, an older payment page of the same cart can't be closed yet, another checkout of the cart was started at the same moment, or the `Idempotency-Key` was sent with another request or its first request is still being handled. */
        CheckoutConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CheckoutConflictBody;
            };
        };
        /** @description There is no checkout session with this id, or it belongs to another store. */
        CheckoutSessionNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CheckoutSessionNotFoundBody;
            };
        };
        /** @description There is no order with this id, or it belongs to another store. */
        OrderNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": OrderNotFoundBody;
            };
        };
        /** @description The order's current state doesn't allow this change; `error` says why. The order is unchanged. Read it before you try again. */
        OrderConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": OrderConflictBody;
            };
        };
        /** @description A query parameter has an invalid value. The same request will fail again. */
        InvalidPaymentQuery: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvalidPaymentQueryBody;
            };
        };
        /** @description There is no order with this id, it belongs to another store, or it has no invoice; `error` says which. */
        InvoiceNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvoiceNotFoundBody;
            };
        };
        /** @description The order wasn't paid or was refunded in full, it doesn't have the product, or the product has no file; `error` says why. */
        DownloadConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": DownloadConflictBody;
            };
        };
        /** @description The order can't be sent, or not so much of it; `error` says why, and `details` how many are left. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. Nothing was recorded. Read the order before you try again. */
        ParcelConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ParcelConflictBody;
            };
        };
        /** @description The order doesn't allow this refund: it wasn't paid, less is left to refund, the buyer's bank disputes the payment, another refund's outcome isn't known yet, or the payment provider refuses it; `error` says why, and `details` how many of a line can be refunded. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. Nothing was refunded. */
        RefundConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": RefundConflictBody;
            };
        };
        /** @description The order wasn't paid, or less of it can be returned; `error` says why, and `details` how many can be. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. Nothing was recorded. */
        ReturnConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ReturnConflictBody;
            };
        };
        /** @description There is no order with this id, it belongs to another store, or it has no such return. */
        ReturnNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ReturnNotFoundBody;
            };
        };
        /** @description The return was already received with other items for the stock, fewer can be put back in stock (`details` has how many), or the order has no such refund. Nothing was changed. */
        ReceiptConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ReceiptConflictBody;
            };
        };
        /** @description There is no subscription with this id, or it belongs to another store. */
        SubscriptionNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": SubscriptionNotFoundBody;
            };
        };
        /** @description The query parameter has an invalid value, or the operation doesn't support it. The same request will fail again. */
        InvalidCancellation: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": InvalidCancellationBody;
            };
        };
        /** @description The subscription wasn't changed. `CONFLICT`: the payment provider refuses the cancellation or doesn't know the subscription; `error` quotes it. `PAYMENTS_NOT_CONFIGURED`: the store's account at the payment provider isn't connected any more. */
        CancellationConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": CancellationConflictBody;
            };
        };
        /** @description Either the store's plan doesn't include headless access (`PRO_PLAN_REQUIRED`), or the member is known but has no live subscription on this store (`FORBIDDEN`). Subscriptions that are in a trial, paused, or behind with a payment are live; ended ones aren't. */
        PortalForbidden: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": PortalForbiddenBody;
            };
        };
        /** @description The member session is unknown or has expired. Have the member sign in again. */
        MemberSessionNotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": MemberSessionNotFoundBody;
            };
        };
        /** @description `PAYMENTS_NOT_CONFIGURED`: the store isn't connected to a payment provider, so there is no billing portal. The merchant has to connect one first. `CONFLICT`: the `Idempotency-Key` was sent with another request, or its first request is still being handled. */
        PortalConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description The number of seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing if waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": PortalConflictBody;
            };
        };
        /** @description The event has arrived. Any status from 200 to 299 confirms it; the body isn't read. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The service should stop sending events to this endpoint. It is disabled at once. */
        EndpointGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The `ETag` of a response that you have cached, or several. If it is still current, the response is 304 without a body. A text that isn't an entity tag has no effect. */
        IfNoneMatch: string;
        /** @description The product, by its `_id`. Cart lines call it `productId`. */
        ProductId: string;
        /** @description The product's `ETag` from `getProduct`. If the product or its stock has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
        IfMatchProduct: string;
        /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
        CartId: string;
        /** @description The cart's `ETag` from `getCart` or from the last change. If the cart or one of its prices has changed since, nothing is changed and the response is 412. Without this header, the change is always made. */
        IfMatch: string;
        /** @description The checkout session, by its `id` or by the payment provider's identifier, which is in the `session_id` query parameter of the success URL. */
        SessionId: string;
        /** @description The order, by its `id`. */
        OrderId: string;
        /** @description The return, by its `id`. */
        ReturnId: string;
        /** @description The subscription, by its `id`. */
        SubscriptionId: string;
        /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore duplicates. */
        WebhookId: string;
        /** @description When this attempt was sent, in seconds since 1970. Reject attempts that are older than five minutes. */
        WebhookTimestamp: string;
        /** @description The signature as defined by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces; one match is enough. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description The version of the API contract. All paths that start with `/v1` return `v1`. */
        "X-API-Version": "v1";
        /** @description The identifier of this request. Log it: the operator of the service can find everything about the request with it. */
        "X-Request-Id": string;
        /** @description The number of requests that this operation's scope allows per window. */
        "RateLimit-Limit": number;
        /** @description The number of requests left in the current window. At 0, the next request is answered with 429. */
        "RateLimit-Remaining": number;
        /** @description The number of seconds until the window restarts and all requests are available again. */
        "RateLimit-Reset": number;
        /** @description The three values above combined, for clients that read this form. */
        RateLimit: string;
        /** @description Identifies this content in this content encoding. Send it as `If-None-Match` to ask whether the content has changed. Send a cart's as `If-Match` with a change to the cart. */
        ETag: string;
        /** @description The response may be cached. Revalidate it with `If-None-Match` before each use. */
        Kept: "private, no-cache";
        /** @description The URL of the next page, as `<…>; rel="next"` (RFC 8288). It is relative to the requested URL, and has the same filters. The header is missing on the last page. */
        Link: string;
        /** @description `true` if this is the response to an earlier request with the same `Idempotency-Key`. Missing from the first response. */
        "Idempotent-Replayed": "true";
        /** @description Caches must not store this response, since it contains personal data or a payment URL. It isn't compressed either. */
        NotStored: "no-store";
        /** @description The number of seconds to wait before retrying. */
        "Retry-After": number;
        /** @description The methods of this path, separated by commas. */
        Allow: string;
    };
    pathItems: never;
}
export interface operations {
    "getCatalog": paths["/v1/catalog"]["get"];
    "getStore": paths["/v1/products/store"]["get"];
    "listProducts": paths["/v1/products"]["get"];
    "createProduct": paths["/v1/products"]["post"];
    "changeProducts": paths["/v1/products/batch"]["post"];
    "getProduct": paths["/v1/products/{productId}"]["get"];
    "replaceProduct": paths["/v1/products/{productId}"]["put"];
    "deleteProduct": paths["/v1/products/{productId}"]["delete"];
    "updateProduct": paths["/v1/products/{productId}"]["patch"];
    "changeStock": paths["/v1/products/{productId}/stock"]["post"];
    "createCart": paths["/v1/cart"]["post"];
    "getCart": paths["/v1/cart/{cartId}"]["get"];
    "clearCart": paths["/v1/cart/{cartId}"]["delete"];
    "addCartLine": paths["/v1/cart/{cartId}/lines"]["post"];
    "removeCartLine": paths["/v1/cart/{cartId}/lines/{productId}"]["delete"];
    "updateCartLine": paths["/v1/cart/{cartId}/lines/{productId}"]["patch"];
    "createCheckoutSession": paths["/v1/checkout/session"]["post"];
    "getCheckoutSession": paths["/v1/checkout/sessions/{sessionId}"]["get"];
    "listOrders": paths["/v1/orders"]["get"];
    "getOrder": paths["/v1/orders/{orderId}"]["get"];
    "updateOrder": paths["/v1/orders/{orderId}"]["patch"];
    "getOrderInvoice": paths["/v1/orders/{orderId}/invoice"]["get"];
    "listDownloads": paths["/v1/orders/{orderId}/downloads"]["get"];
    "createDownload": paths["/v1/orders/{orderId}/downloads"]["post"];
    "createParcel": paths["/v1/orders/{orderId}/parcels"]["post"];
    "createRefund": paths["/v1/orders/{orderId}/refunds"]["post"];
    "createReturn": paths["/v1/orders/{orderId}/returns"]["post"];
    "updateReturn": paths["/v1/orders/{orderId}/returns/{returnId}"]["patch"];
    "listSubscriptions": paths["/v1/subscriptions"]["get"];
    "getSubscription": paths["/v1/subscriptions/{subscriptionId}"]["get"];
    "cancelSubscription": paths["/v1/subscriptions/{subscriptionId}"]["delete"];
    "createPortalSession": paths["/v1/subscription/portal"]["post"];
}

export type ListProductsQuery = NonNullable<operations["listProducts"]["parameters"]["query"]>;

export type CreateProductBody = NewProduct;

export type ChangeProductsBody = ChangeProductsRequest;

export type ReplaceProductBody = NewProduct;

export type UpdateProductBody = UpdateProductRequest;

export type ChangeStockBody = ChangeStockRequest;

export type AddCartLineBody = AddCartLineRequest;

export type UpdateCartLineBody = UpdateCartLineRequest;

export type CreateCheckoutSessionBody = CreateCheckoutSessionRequest;

export type ListOrdersQuery = NonNullable<operations["listOrders"]["parameters"]["query"]>;

export type UpdateOrderBody = UpdateOrderRequest;

export type GetOrderInvoiceQuery = NonNullable<operations["getOrderInvoice"]["parameters"]["query"]>;

export type CreateDownloadBody = CreateDownloadRequest;

export type CreateParcelBody = CreateParcelRequest;

export type CreateRefundBody = CreateRefundRequest;

export type CreateReturnBody = CreateReturnRequest;

export type UpdateReturnBody = UpdateReturnRequest;

export type ListSubscriptionsQuery = NonNullable<operations["listSubscriptions"]["parameters"]["query"]>;

export type CancelSubscriptionQuery = NonNullable<operations["cancelSubscription"]["parameters"]["query"]>;

export type CreatePortalSessionBody = CreatePortalSessionRequest;

/** What a response has: `Readable<PetInput>` is `Pet`, also in lists. Other types stay the same. */
export type Readable<T> = T;

/** What a request has: `Writable<Pet>` is `PetInput`, also in lists. Other types stay the same. */
export type Writable<T> = T;

