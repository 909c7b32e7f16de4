// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

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
         * @description Returns the store with its look, contacts and settings, together with every active product, in one answer. It
         *     is meant for a home page and for building a site ahead of time: one request instead of two, and both halves
         *     are of the same moment.
         *
         *     An unpublished store is returned like any other, with `isPublished` set to `false`, so that a storefront can
         *     be built before opening day.
         *
         *     It is safe to repeat at any time. Keep the answer for as long as your customers may see an old price; a cart
         *     always uses the price of the moment.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            data: components["schemas"]["Catalog"];
                        };
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["UnknownQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["StoreNotFound"];
                409: components["responses"]["CatalogChanging"];
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
         * @description Returns the few facts about the store that most pages need: its name, its logo, and whether it is live and
         *     able to take payments. `getCatalog` returns the full profile.
         *
         *     It is safe to repeat at any time. An unpublished store is returned like any other.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            data: components["schemas"]["StoreSummary"];
                        };
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
         * @description Without parameters, returns all active products of the store in one list, in the merchant's order, so that you can keep
         *     the list and sort or group it as your design asks. Inactive products are left out.
         *
         *     With any of its parameters, it returns a page of at most `limit` products. When there is more, the `Link` header has the
         *     address of the next page, with the same filters; without it the list is complete. Several filters narrow the list together:
         *     `category=Prints&q=harbour` are the prints with that word. The order is always the merchant's, and products that come
         *     or go while you read page after page don't move the others.
         *
         *     It is safe to repeat at any time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many products a page has at most; 100 unless given. */
                    limit?: number;
                    /** @description The `_id` of the last product of the page before. It need not be built by hand: `Link` has the whole address. It may have been withdrawn since; an id that is unknown or another store's is answered with 404. */
                    after?: string;
                    /** @description Only products with exactly this `category`. */
                    category?: string;
                    /** @description Only products of this `type`. */
                    type?: "digital" | "subscription" | "physical";
                    /** @description Only the products with these `_id`s, separated by commas, such as those that a customer has looked at. Ids that are unknown, inactive or another store's are left out. */
                    ids?: string[];
                    /** @description Only products that have all these words, or words that begin with them, in `name`, `description` or `category`. A word is a run of letters and digits; case, accents and the order of the words don't matter, so that `strasse` finds Straße. Everything else only separates words: there are no operators. A text without a letter or digit finds nothing. */
                    q?: string;
                };
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            /** @description Every active product of the store, or with parameters those of the page. An empty list means that nothing is for sale at the moment, or that no product fits the filters. */
                            data: components["schemas"]["Product"][];
                        };
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidListQuery"];
                401: components["responses"]["Unauthorized"];
                403: components["responses"]["PlanRequired"];
                404: components["responses"]["ProductNotFound"];
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
    "/v1/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product, by its `_id`, which is what cart lines call `productId`. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        /**
         * Read one product
         * @description Returns one product of the store. A product that the merchant has withdrawn is still returned, with `isActive`
         *     set to `false`, so that a bookmarked page can say that it is no longer sold.
         *
         *     It is safe to repeat at any time.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The product, by its `_id`, which is what cart lines call `productId`. */
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
                        "application/json": {
                            data: components["schemas"]["Product"];
                        };
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
        put?: never;
        post?: never;
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
         * @description Creates an empty cart in the store's currency. Keep its `id` with the customer's session: it is the only way
         *     back to the cart, and carts can't be listed. Create one when the customer first adds something rather than on
         *     every visit.
         *
         *     The request has no body. It is safe to repeat, because a cart that isn't used costs nothing and expires by
         *     itself 30 days after its last change. With an `Idempotency-Key` a repeated request returns the same cart.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A text of your choice that no other request has. A request that is repeated with its key gets the first answer again, for 24 hours, and takes no second effect. The introduction tells more. */
                    "Idempotency-Key"?: components["schemas"]["IdempotencyKey"];
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
                        "application/json": {
                            data: components["schemas"]["Cart"];
                        };
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
         * @description Returns the cart with totals at the prices of this moment. When a merchant changes a price, the next read
         *     shows it, so show your customer what you read last and not what you added up yourself.
         *
         *     It is safe to repeat at any time. Reading doesn't prolong the cart's life; only changes do.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            data: components["schemas"]["Cart"];
                        };
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
         *     It is safe to repeat: an empty cart stays empty. A checkout session that is already open keeps what it was
         *     created with.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The cart's `ETag` from `getCart` or from the last change. If `getCart` would answer with another one by now, because somebody changed the cart or a merchant a price, nothing changes and the answer is 412. Without this header the change is made in any case. */
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
                        "application/json": {
                            data: components["schemas"]["Cart"];
                        };
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
         * @description Puts a product into the cart. When the cart already holds the product, the given quantity is added to its
         *     line; otherwise a new line is appended. Two requests at the same time both count.
         *
         *     For the same reason it is **safe to repeat only with an `Idempotency-Key`**, which adds the quantity once however
         *     often the request arrives. Without one, read the cart first when no answer arrives, or set the quantity that you
         *     want with `updateCartLine`.
         *
         *     A subscription may lie beside other products in the cart. The mix is only refused at checkout, so that you can
         *     offer the customer a way out.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A text of your choice that no other request has. A request that is repeated with its key gets the first answer again, for 24 hours, and takes no second effect. The introduction tells more. */
                    "Idempotency-Key"?: components["schemas"]["IdempotencyKey"];
                    /** @description The cart's `ETag` from `getCart` or from the last change. If `getCart` would answer with another one by now, because somebody changed the cart or a merchant a price, nothing changes and the answer is 412. Without this header the change is made in any case. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                };
                cookie?: never;
            };
            /** @description The product and how many pieces of it to add. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddCartLineRequest"];
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
                        "application/json": {
                            data: components["schemas"]["Cart"];
                        };
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
                /** @description The product, by its `_id`, which is what cart lines call `productId`. */
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
         *     It is safe to repeat: when the line is already gone, the answer is 404 and the cart is as you wanted it.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The cart's `ETag` from `getCart` or from the last change. If `getCart` would answer with another one by now, because somebody changed the cart or a merchant a price, nothing changes and the answer is 412. Without this header the change is made in any case. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                    /** @description The product, by its `_id`, which is what cart lines call `productId`. */
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
                        "application/json": {
                            data: components["schemas"]["Cart"];
                        };
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
         * @description Sets the line of this product to the given quantity, whatever it was before. The quantity 0 removes the line.
         *     The line must exist; `addCartLine` makes one.
         *
         *     It is safe to repeat: the outcome is the same.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The cart's `ETag` from `getCart` or from the last change. If `getCart` would answer with another one by now, because somebody changed the cart or a merchant a price, nothing changes and the answer is 412. Without this header the change is made in any case. */
                    "If-Match"?: components["parameters"]["IfMatch"];
                };
                path: {
                    /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
                    cartId: components["parameters"]["CartId"];
                    /** @description The product, by its `_id`, which is what cart lines call `productId`. */
                    productId: components["parameters"]["ProductId"];
                };
                cookie?: never;
            };
            /** @description The quantity that the line should have. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateCartLineRequest"];
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
                        "application/json": {
                            data: components["schemas"]["Cart"];
                        };
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
         * @description Freezes what is in the cart, with the prices of this moment, and returns the address of the payment provider's
         *     page for it. Redirect the customer's browser there.
         *
         *     **What happens next.** After payment the provider sends the customer to the store's success address, with
         *     `session_id=…` appended, and to its cancel address after giving up. Both are in the store's settings. On the
         *     success page give that id to `getCheckoutSession`, and deliver by what it says: the redirect alone proves
         *     nothing. The answer doesn't have the id, so no link leads from here to `getCheckoutSession`. What was bought leaves the cart when the customer finishes the page, even while a slow payment is
         *     still on its way, so no cart is paid twice; the cart itself lives on.
         *
         *     **What the page asks for.** A cart with a physical product is shipped, so the page asks for an address in one of
         *     the countries that the store ships to, and for a phone number. `getCheckoutSession` returns both. What you know
         *     already needn't be asked: send `customerEmail`, and `locale` for the page's language.
         *
         *     **What is yours.** `metadata` comes back with the session and with the order, so that you can tell what a purchase
         *     belongs to without a table of your own.
         *
         *     **What expires.** The page takes one payment and closes after 31 minutes. A customer who comes back later
         *     needs a new session. It closes earlier when a product on it goes off sale, or when the store is unpublished, loses its
         *     plan or changes its payment account. A changed price closes nothing: the customer pays the price that the page shows.
         *
         *     **What is safe to repeat.** Creating a session charges nobody. With an `Idempotency-Key` a repeated request returns
         *     the same page, and only without one it opens another. A new session for the same cart first closes
         *     the one before it, so a customer never has two open pages for one cart. When the older page can't be closed,
         *     no new one is opened, and the answer is 409 `CONFLICT`. Create it when the customer presses
         *     the button, not in advance.
         *
         *     **What 404 means.** Either the cart is gone or the member session is. Read the cart before you forget it; a member
         *     whose session has expired only needs to sign in again, and the cart is still full.
         *
         *     A subscription must be bought alone or with others of the same billing interval. Send `memberSessionId` with
         *     it, or the subscriber can't be found by `createPortalSession` later.
         *
         *     **What a member can't buy twice.** Unless the store's settings allow it, a member has one live subscription to a product,
         *     in whatever quantity, and another one is 409 `CONFLICT`. It is live while its `status` is `active`, `trialing`,
         *     `past_due`, `unpaid` or `paused`; here it also counts while its first payment is on its way. A member can have several
         *     pages open for it, and when one is completed, the service closes the others. When two are completed in the same moment,
         *     the second subscription is cancelled and its order refunded. Guests can't be told apart, so they can subscribe again.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A text of your choice that no other request has. A request that is repeated with its key gets the first answer again, for 24 hours, and takes no second effect. The introduction tells more. */
                    "Idempotency-Key"?: components["schemas"]["IdempotencyKey"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description The cart to pay for and, where you know it, who pays. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCheckoutSessionRequest"];
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
                        "application/json": {
                            data: components["schemas"]["CheckoutLink"];
                        };
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
                /** @description The checkout session, by its `id` or by the payment provider's own identifier of it, which the customer brings back in the `session_id` query parameter of the success address. */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Read a checkout session
         * @description Tells whether a checkout has been paid, and for what. Call it on your success page with the `session_id` that
         *     the customer brings back, and deliver when `paymentStatus` is `paid` or `no_payment_required`.
         *
         *     While the session is open, the service asks the payment provider before it answers, so a customer who has just
         *     paid is seen as paid at once. It is safe to repeat at any time, and a session stays readable after it has
         *     ended: 90 days when it expired unpaid, 400 days when it was completed. After that it is a 404; keep what you
         *     need.
         *
         *     **Slow payments.** A bank debit takes days. Such a session is `complete` and `unpaid` with a `paymentOutcome` of
         *     `pending`: thank the customer for the order, and deliver once it is `paid`. When it becomes `failed`, no money
         *     comes and nothing returns to the cart.
         *
         *     Check that `cartId` is the cart of the customer in front of you before you show a name or an address: an
         *     identifier in a web address can come from anywhere.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
                    "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                };
                path: {
                    /** @description The checkout session, by its `id` or by the payment provider's own identifier of it, which the customer brings back in the `session_id` query parameter of the success address. */
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
                        "application/json": {
                            data: components["schemas"]["CheckoutSession"];
                        };
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
         * @description Returns what the store has sold, the last recorded first, 20 at a time. When there is more, the `Link` header has the
         *     address of the next page; without it the list is complete. An order that is made while you read page after page
         *     doesn't move the others.
         *
         *     To find new orders, read from the beginning to one that you know. An order that the service learned of late, because
         *     it couldn't reach the payment provider, is among the first too, although its `createdAt` is earlier.
         *
         *     Each filter narrows the list, and several are combined. `unsent=true` is what has to be sent. `status=paid&fulfilled=false`
         *     isn't: it omits orders that were refunded in part, and lists digital goods until they are marked as fulfilled.
         *     On your success page, `sessionId` finds the order of the checkout that the customer comes back from. There is none
         *     before `getCheckoutSession` says `complete`.
         *
         *     It is safe to repeat at any time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many orders a page has at most. */
                    limit?: number;
                    /** @description The `id` of the last order of the page before. It need not be built by hand: `Link` has the whole address. */
                    after?: string;
                    /** @description Only the order of this checkout session, by the session's `id` or by the payment provider's own identifier of it, which the customer brings back in `session_id`. */
                    sessionId?: string;
                    /** @description Only orders that were bought with this cart. The cart itself may have expired since. */
                    cartId?: string;
                    /** @description Only orders of this member, by the identifier that your authentication system gave for the `memberSessionId` of the checkout. */
                    memberId?: string;
                    /** @description Only orders with this `status`. */
                    status?: components["schemas"]["OrderStatus"];
                    /** @description Only orders that have been fulfilled (`true`), or that haven't (`false`). */
                    fulfilled?: boolean;
                    /** @description Only orders with something physical that is still to be sent (`true`): paid, neither refunded in full nor lost in a dispute, with a `shippingAddress`, and not fulfilled. `false` lists all others. */
                    unsent?: boolean;
                };
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            /** @description The orders of this page. It is empty when no order fits the filters. */
                            data: components["schemas"]["Order"][];
                        };
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidQuery"];
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
         * @description Returns what was bought, what has become of the payment, what was refunded, and where the goods go. An order is made when
         *     a customer finishes the payment page, and it is kept for good; when a customer's data are erased, it stays without them.
         *
         *     Payments, refunds and their failures are recorded as the payment provider reports them. Deliver when `status` is
         *     `paid`. A `pending` order becomes `paid` or `failed`, days later with a bank debit.
         *
         *     It is safe to repeat at any time.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            data: components["schemas"]["Order"];
                        };
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
         * Fulfil an order
         * @description Records that the order has been sent or delivered, and how the parcel can be followed. Send only what changes.
         *
         *     `fulfilled: true` needs an order that has been paid and not refunded in full. `fulfilled: false` takes it back and removes
         *     the tracking. `tracking` needs an order that is fulfilled, or `fulfilled: true` beside it; `null` removes it.
         *
         *     It is safe to repeat: the outcome is the same, and `fulfilledAt` stays what it was.
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
            /** @description What changes. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateOrderRequest"];
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
                        "application/json": {
                            data: components["schemas"]["Order"];
                        };
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
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Returns the subscriptions that were bought at this store, the newest first, 20 at a time. When there is more, the `Link`
         *     header has the address of the next page; without it the list is complete. A subscription that begins while you read
         *     page after page doesn't move the others.
         *
         *     Each filter narrows the list, and both can be combined. `memberId` finds what a member subscribes to; one whose `status` is
         *     `active`, `trialing`, `past_due`, `unpaid` or `paused` hasn't ended. A guest's subscription has no member, so it is in the
         *     list without `memberId` alone.
         *
         *     The list shows what the payment provider has reported, which can be seconds late. It is safe to repeat at any time.
         */
        get: {
            parameters: {
                query?: {
                    /** @description How many subscriptions a page has at most. */
                    limit?: number;
                    /** @description The `id` of the last subscription of the page before. It need not be built by hand: `Link` has the whole address. */
                    after?: string;
                    /** @description Only subscriptions of this member, by the identifier that your authentication system gave for the `memberSessionId` of the checkout. */
                    memberId?: string;
                    /** @description Only subscriptions with this `status`, in the payment provider's word for it. None has a status that the provider doesn't know, so that list is empty. */
                    status?: string;
                };
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            /** @description The subscriptions of this page. It is empty when no subscription fits the filters. */
                            data: components["schemas"]["Subscription"][];
                        };
                    };
                };
                304: components["responses"]["NotModified"];
                400: components["responses"]["InvalidQuery"];
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
         * @description Returns whose subscription it is, what has become of it, and the checkout with which it was bought. `listOrders` with that
         *     `sessionId` finds its order, which has what was bought and every payment; an order names its subscription in
         *     `subscriptionId`.
         *
         *     The state is what the payment provider has reported, which can be seconds late. It is safe to repeat at any time.
         */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
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
                        "application/json": {
                            data: components["schemas"]["Subscription"];
                        };
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
        delete?: never;
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
         * @description Returns the address of the payment provider's portal for one subscriber, where the member can cancel, change
         *     the payment method and see past invoices. Redirect the member's browser there; afterwards the provider sends
         *     it to the return address in the store's settings.
         *
         *     The member is found by the session of your own authentication system, and must have a live subscription on
         *     this store: one that was bought with that member's `memberSessionId`, or that the store's operator has given to
         *     the member. A subscription in its trial, paused, or with a late or missing payment is live, since its owner
         *     needs the portal to update a card. The portal shows everything that the member subscribes to.
         *
         *     It is safe to repeat: every call returns a fresh address, and nothing changes until the member acts. With
         *     an `Idempotency-Key` a repeated request returns the same address, which may have expired by then. The
         *     address is short-lived, so create it when the member presses the button.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description A text of your choice that no other request has. A request that is repeated with its key gets the first answer again, for 24 hours, and takes no second effect. The introduction tells more. */
                    "Idempotency-Key"?: components["schemas"]["IdempotencyKey"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description The member whose portal to open. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreatePortalSessionRequest"];
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
                        "application/json": {
                            data: components["schemas"]["PortalLink"];
                        };
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
         * @description A customer has completed the payment page, and the order is made. Its `status` is `pending` while the money is on its way, as with a bank debit: `order.placed` or `order.payment_failed` follows days later. Where it is `paid` already, `order.placed` is sent too, so deliver on that event and not on this one.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.placed
                         */
                        type: "order.placed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description The money of an order has arrived, or nothing was to pay. Deliver now. With slow payment methods, such as a bank debit, this is days after the checkout.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.paid
                         */
                        type: "order.paid";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description A slow payment of an order, such as a bank debit, has failed, and nothing was paid. The first payment of a card is refused on the payment page, before there is an order.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.payment_failed
                         */
                        type: "order.payment_failed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description A refund of an order was made at the payment provider, in part or in full: `refunds` has all of them, and `status` their outcome. There is one event for each refund.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.refunded
                         */
                        type: "order.refunded";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description A refund of an order has failed, which can happen days after it had succeeded: the customer's bank sent the money back, and the merchant has it again. `refunds` has the refund as `failed`, and `status` no longer counts it. Refund it again, or pay the customer in another way. There is one event for each refund.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.refund_failed
                         */
                        type: "order.refund_failed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description A customer's bank disputes a payment of an order, or asks about it: `disputes` has all of them. There is one event for each dispute. The merchant answers it at the payment provider, until `dueAt`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.disputed
                         */
                        type: "order.disputed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description A dispute of an order has been decided, or an inquiry has ended: `status` of the dispute says how. There is one event for each dispute, and another one when the bank decides it differently afterwards, as in an appeal. Don't send what isn't sent yet when a dispute is `lost`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.dispute_closed
                         */
                        type: "order.dispute_closed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description An order was marked as fulfilled by `updateOrder`. Later changes of its tracking send no event.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example order.fulfilled
                         */
                        type: "order.fulfilled";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Order"];
                    };
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
         * @description A checkout session ended without being completed: its 31 minutes are over, a newer session for the same cart has taken its place, or what it sells isn't for sale any more. Its cart still has what was in it.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example checkout.expired
                         */
                        type: "checkout.expired";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["CheckoutSession"];
                    };
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
         * @description A subscription is in force from now on. Its first payment is an order of its own, with `order.paid`.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example subscription.started
                         */
                        type: "subscription.started";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Subscription"];
                    };
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
         * @description A further interval of a subscription was paid. The payment is added to the order of the subscription.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example subscription.renewed
                         */
                        type: "subscription.renewed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Subscription"];
                    };
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
         * @description A subscription is over: it was cancelled and what was paid for has passed, or the provider has given up charging for it. A subscription that is only behind with a payment has not ended.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example subscription.ended
                         */
                        type: "subscription.ended";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Subscription"];
                    };
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
         * @description A product was created or changed by the merchant; `isActive` says whether it is still sold. Discard your copy of it.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description What happened, when, and to what. */
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description What happened.
                         * @example product.changed
                         */
                        type: "product.changed";
                        timestamp: components["schemas"]["EventTimestamp"];
                        data: components["schemas"]["Product"];
                    };
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
        /** @description The body of every answer that isn't a success. Each response narrows `code` to the values that it can carry. */
        Error: {
            error: components["schemas"]["ErrorMessage"];
            code: components["schemas"]["ErrorCode"];
            details?: components["schemas"]["ErrorDetails"];
        };
        /** @description The store and what it sells, in one consistent snapshot. */
        Catalog: {
            store: components["schemas"]["Store"];
            /** @description Every active product of the store. An empty list means that nothing is for sale at the moment. */
            products: components["schemas"]["Product"][];
        };
        /** @description The few facts about the API key's store that a page header or a checkout button needs. `getCatalog` returns the whole profile. */
        StoreSummary: {
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
             * @description What the merchant says about the store. Left out when nothing was written.
             * @example A two-person letterpress studio by the old ferry quay.
             */
            description?: string;
            /**
             * Format: uri
             * @description Where the logo image is found. Left out when none was uploaded.
             * @example https://cdn.example.com/harbour-press/logo.svg
             */
            logoUrl?: string;
            /**
             * @description Whether the store is live. An unpublished store can be read and its carts can be filled, so that a storefront can be built before opening day; a checkout is refused with `STORE_UNPUBLISHED`.
             * @example true
             */
            isPublished: boolean;
            /**
             * @description Whether the payment provider is connected. While it is `false`, a checkout and the billing portal are refused with `PAYMENTS_NOT_CONFIGURED`.
             * @example true
             */
            paymentsConfigured: boolean;
        };
        /** @description Something the store sells. */
        Product: {
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
             * @description The name to show to customers. It is also what they read on the payment page.
             * @example Tide calendar 2027
             */
            name: string;
            /**
             * @description What the merchant says about the product, as plain text, or `null`.
             * @example Twelve months of high water, hand-set and printed in two colours on cotton paper.
             */
            description: string | null;
            /**
             * @description The price of one piece, or of one billing interval for a subscription, in the smallest unit of `currency`. 2400 is €24.00 in euros and ¥2400 in yen, which has no smaller unit.
             * @example 2400
             */
            priceInCents: number;
            currency: components["schemas"]["Currency"];
            /**
             * @description What is sold. A `digital` product is delivered as a file or an access, a `physical` one is shipped, and a `subscription` is paid again every `billingInterval`. A subscription can't be checked out together with anything else.
             * @example physical
             */
            type: "digital" | "subscription" | "physical";
            /**
             * @description How often a subscription is paid. It is `null` for every product that isn't a subscription.
             * @example null
             */
            billingInterval: "month" | "year" | null;
            /**
             * Format: uri
             * @description Where the product's main image is found, or `null`. It is the first of `images`.
             * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
             */
            imageUrl: string | null;
            /**
             * @description Whether the product can be bought. An inactive product is not listed and can't be added to a cart, but it can still be read by its id, so that a bookmarked page can say so.
             * @example true
             */
            isActive: boolean;
            /**
             * @description The label under which the merchant groups the product, or `null`.
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
             * @description The product's name for web addresses, unique in the store: words in lower case, joined by hyphens. It changes only when the merchant changes it. `null` when the merchant has given none.
             * @example tide-calendar-2027
             */
            slug: string | null;
            group: components["schemas"]["ProductGroup"];
            /**
             * @description What the customer chooses with this variant, in the merchant's order, such as its size and its colour. Empty unless the product has a group.
             * @example []
             */
            options: components["schemas"]["ProductOption"][];
            /**
             * @description The product's images, the main one first, at most 20. Empty when there are none.
             * @example [
             *       {
             *         "url": "https://cdn.example.com/harbour-press/tide-calendar.jpg",
             *         "alt": "The calendar on a harbour wall, open at March."
             *       }
             *     ]
             */
            images: components["schemas"]["ProductImage"][];
        };
        /**
         * @description A text that no other request of yours has, such as a UUID, and that a repeated request has again.
         * @example 0d6c7a52-8a3e-4a57-9a7e-5f0f6a1f6c11
         */
        IdempotencyKey: string;
        /** @description What one customer means to buy. The cart lives on the server; you keep its `id`, for example in the customer's session. It expires 30 days after its last change. */
        Cart: {
            /**
             * @description The cart's identifier. It can't be guessed, but whoever holds it together with an API key can change the cart, so keep it where you keep the customer's session.
             * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
             */
            id: string;
            /**
             * @description The store the cart belongs to. It is always the API key's store.
             * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
             */
            storeId: string;
            /** @description The products in the cart, in the order in which they were first added. Empty on a new cart. */
            lines: components["schemas"]["CartLine"][];
            totals: components["schemas"]["CartTotals"];
        };
        /** @description A product to put into a cart. */
        AddCartLineRequest: {
            /**
             * @description The product to add, by its `_id`. It must be active and belong to the API key's store.
             * @example prod_13kn67z0xzv9qk2nqg90wek8r3
             */
            productId: string;
            /**
             * @description How many pieces to add to those that the cart already holds. The sum may not pass 999.
             * @example 2
             */
            quantity: number;
        };
        /** @description The new quantity of a line in the cart. */
        UpdateCartLineRequest: {
            /**
             * @description How many pieces the line should hold from now on. 0 removes the line. More than 999 is a conflict with the bound of a line.
             * @example 2
             */
            quantity: number;
        };
        /** @description What to pay for, and who pays. */
        CreateCheckoutSessionRequest: {
            /**
             * @description The cart to pay for. It must belong to the API key's store and hold at least one line.
             * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
             */
            cartId: string;
            /**
             * @description The session of the signed-in customer in your own authentication system. Send it whenever a subscription is sold: it ties the subscription to the member, and `createPortalSession` finds the subscription by it later.
             * @example msess_5568wcvryza7q0dgpcxztas60h
             */
            memberSessionId?: string;
            /**
             * Format: email
             * @description The customer's e-mail address, as far as you know it. The payment page then shows it and doesn't ask. A member who has bought before is a customer of the payment provider already, and the page shows that customer's address.
             * @example ines@reader.example
             */
            customerEmail?: string;
            locale?: components["schemas"]["Locale"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description A link to the payment page. */
        CheckoutLink: {
            /**
             * Format: uri
             * @description The payment provider's page for this one checkout. Redirect the customer's browser to it at once. It can be used for a single payment and closes after 31 minutes, so don't store it or send it by e-mail.
             * @example https://pay.example.com/checkout/4evwgv86n9efejferjdz4aq3j0
             */
            url: string;
        };
        /** @description One attempt to pay for a cart. What is bought, and at what price, is frozen when the session is created, so later changes of the cart or of a price don't reach it. */
        CheckoutSession: {
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
             * @description The cart from which the session was made.
             * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
             */
            cartId: string;
            /**
             * @description Where the session stands. It starts as `open`. It becomes `complete` when the customer finishes the payment page, or `expired` when the time is up, a newer session for the same cart takes its place, or what it sells isn't for sale any more. A session never becomes `open` again. What was bought leaves the cart when the session is `complete`, even while the payment is still on its way.
             * @example complete
             */
            status: "open" | "complete" | "expired";
            /**
             * @description Whether the money is there. Deliver on `paid` or `no_payment_required`, the latter when there was nothing to pay. A session that is `complete` and `unpaid` is either waiting for a slow payment method, such as a bank debit, or that payment has failed: `paymentOutcome` tells which. A free cart is `no_payment_required` from the beginning, so look at `status` too.
             * @example paid
             */
            paymentStatus: "unpaid" | "paid" | "no_payment_required";
            /**
             * @description What has become of the payment, or `null` until the session is `complete`. `pending` means that the money is on its way, which takes days with a bank debit: it becomes `paid` or `failed`. After `failed` nothing returns to the cart, so the customer fills it again. A free cart is `paid` as soon as the session is `complete`.
             * @example paid
             */
            paymentOutcome: "pending" | "paid" | "failed" | null;
            /**
             * @description Whether the customer pays once or subscribes.
             * @example payment
             */
            mode: "payment" | "subscription";
            /** @description What is bought, as it stood in the cart when the session was created. */
            lines: components["schemas"]["CheckoutSessionLine"][];
            totals: components["schemas"]["Totals"];
            /**
             * Format: email
             * @description The address that the customer gave on the payment page, or `null` before that.
             * @example ines@reader.example
             */
            customerEmail: string | null;
            /**
             * @description The name that the customer gave on the payment page, or `null` when none was given.
             * @example Ines Duarte
             */
            customerName: string | null;
            /**
             * @description The phone number that the customer gave on the payment page, or `null` when none was given.
             * @example +351213465400
             */
            customerPhone: string | null;
            shippingAddress: components["schemas"]["ShippingAddress"];
            metadata: components["schemas"]["Metadata"];
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
             * @description When the payment page closes, 31 minutes after `createdAt`. It doesn't change when the session ends earlier.
             * @example 2026-11-21T10:01:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the customer finished the payment page, by the payment provider's clock, or `null`.
             * @example 2026-11-21T09:33:41.000Z
             */
            completedAt: string | null;
        };
        /**
         * @description What has become of the money. `pending` is on its way and becomes `paid` or `failed`. `refunded` means that every payment went back in full, `partially_refunded` that something did. What cost nothing is `paid` from the beginning.
         * @example paid
         */
        OrderStatus: "pending" | "paid" | "partially_refunded" | "refunded" | "failed";
        /** @description What a customer has bought in one checkout. A subscription is one order however often it is renewed; each renewal adds a payment. */
        Order: {
            /**
             * @description The order's identifier.
             * @example order_6tn2v0kz9c4rj8dwxqy1b7mh5p
             */
            id: string;
            /**
             * @description The store that sold it. It is always the API key's store.
             * @example store_2svhnpeqj8kcbqwr26b1f0r9s7
             */
            storeId: string;
            /**
             * @description The checkout session with which it was bought. The session itself can be read for 400 days.
             * @example chk_4evwgv86n9efejferjdz4aq3j0
             */
            checkoutSessionId: string;
            /**
             * @description The cart with which it was bought, or `null` for orders from before carts were recorded.
             * @example cart_33zjyztfjf8j6bnp9yc9dv64ds
             */
            cartId: string | null;
            /**
             * @description The subscription that was bought, for `getSubscription`; `null` for what isn't a subscription, and until the payment provider has reported it.
             * @example null
             */
            subscriptionId: string | null;
            status: components["schemas"]["OrderStatus"];
            /** @description What was bought, at the prices of the checkout. */
            lines: components["schemas"]["CheckoutSessionLine"][];
            totals: components["schemas"]["Totals"];
            /** @description The payments of the order, oldest first: one, or one for each interval of a subscription. It is empty until the money has arrived, and when nothing was to pay. */
            payments: components["schemas"]["OrderPayment"][];
            /** @description The refunds of these payments, oldest first, with those that failed. It is empty when there are none. */
            refunds: components["schemas"]["OrderRefund"][];
            /** @description The disputes of these payments, oldest first, with those that are closed. It is empty when there are none. A dispute changes neither `status` nor `totals`, and an order with one that was lost isn't sent (`unsent`). */
            disputes: components["schemas"]["OrderDispute"][];
            /**
             * @description The member who bought, as your authentication system named them for the `memberSessionId` of the checkout, or `null` for a guest.
             * @example null
             */
            memberId: string | null;
            /**
             * Format: email
             * @description The address that the customer gave on the payment page, or `null` when it was erased.
             * @example ines@reader.example
             */
            customerEmail: string | null;
            /**
             * @description The name that the customer gave on the payment page, or `null` when none was given.
             * @example Ines Duarte
             */
            customerName: string | null;
            /**
             * @description The phone number that the customer gave on the payment page, or `null` when none was given.
             * @example +351213465400
             */
            customerPhone: string | null;
            shippingAddress: components["schemas"]["ShippingAddress"];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the order was marked as fulfilled, or `null` before that.
             * @example null
             */
            fulfilledAt: string | null;
            tracking: components["schemas"]["Tracking"];
            /**
             * Format: date-time
             * @description When the customer finished the payment page, by the payment provider's clock. Lists are in the order in which the service recorded the orders, which is another when it learned of one late.
             * @example 2026-11-21T09:33:41.000Z
             */
            createdAt: string;
        };
        /** @description What changes about an order. What is left out stays as it is. */
        UpdateOrderRequest: {
            /**
             * @description Whether everything has been sent or delivered. `false` takes it back and removes the tracking.
             * @example true
             */
            fulfilled?: boolean;
            /**
             * @description How the parcel can be followed. It takes the place of what was known; `null` removes it.
             * @example {
             *       "carrier": "CTT",
             *       "number": "RR123456785PT",
             *       "url": "https://carrier.example/track/RR123456785PT"
             *     }
             */
            tracking?: {
                /**
                 * @description Who carries the parcel.
                 * @example CTT
                 */
                carrier?: string;
                /**
                 * @description The carrier's number of the parcel.
                 * @example RR123456785PT
                 */
                number: string;
                /**
                 * Format: uri
                 * @description A page that shows where the parcel is, with `https` or `http`.
                 * @example https://carrier.example/track/RR123456785PT
                 */
                url?: string;
            } | null;
        };
        /** @description A subscription that was bought at a checkout of this store. */
        Subscription: {
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
             * @description The provider's word for its state, such as `active`, `trialing`, `past_due`, `unpaid`, `paused` or `canceled`. Others may come.
             * @example active
             */
            status: string;
            /**
             * @description The member who subscribed, as your authentication system named them for the `memberSessionId` of the checkout, or `null` for a guest.
             * @example member_7203
             */
            memberId: string | null;
            /**
             * @description The checkout session with which it was bought, by which `listOrders` finds its order; `null` for subscriptions from before this was recorded.
             * @example chk_8rj2k0vqz6ytc4mwx1hn5bd3ps
             */
            checkoutSessionId: string | null;
            /**
             * Format: date-time
             * @description When the payment provider made it; `null` for subscriptions from before this was recorded, until the provider reports about them again.
             * @example 2026-11-21T10:15:40.000Z
             */
            createdAt: string | null;
        };
        /** @description Whose billing portal to open. */
        CreatePortalSessionRequest: {
            /**
             * @description The session of the signed-in member in your own authentication system. Take it from the member's own login, never from a form or a link.
             * @example msess_5568wcvryza7q0dgpcxztas60h
             */
            memberSessionId: string;
        };
        /** @description A link to one subscriber's billing portal. */
        PortalLink: {
            /**
             * Format: uri
             * @description The payment provider's portal for this one subscriber. Redirect the browser of the member to it at once, and show it to nobody else: whoever opens it can cancel the subscription.
             * @example https://billing.example.com/portal/5568wcvryza7q0dgpcxztas60h
             */
            url: string;
        };
        /**
         * Format: date-time
         * @description When it happened. Events can arrive in another order than they happened in.
         * @example 2026-11-21T09:33:41.000Z
         */
        EventTimestamp: string;
        /**
         * @description What went wrong and what to do about it, for the developer who reads the log. The wording can change at any time, so decide by `code` and show customers a text of your own.
         * @example No such cart.
         */
        ErrorMessage: string;
        /**
         * @description What went wrong, for programs. A code keeps its meaning within a version. New codes can be added, so treat a code you
         *     don't know like the status that it came with.
         *
         *     | Code | Status | Meaning |
         *     |---|---|---|
         *     | `UNAUTHORIZED` | 401 | The API key is missing, unknown or revoked. |
         *     | `PRO_PLAN_REQUIRED` | 403 | The store's plan doesn't include headless access. |
         *     | `FORBIDDEN` | 403 | The member has no live subscription on this store. |
         *     | `NOT_FOUND` | 404 | There is no such thing, or it has expired, or it belongs to another store. |
         *     | `VALIDATION_ERROR` | 400 | The request was understood, but it doesn't fit the schema. |
         *     | `INVALID_REQUEST` | 400, 405, 408, 413, 415, 431 | The request can't be read, or the method doesn't exist here. |
         *     | `STORE_UNPUBLISHED` | 409 | The store isn't live yet, so nothing can be bought. |
         *     | `PAYMENTS_NOT_CONFIGURED` | 409 | The store isn't connected to the payment provider. |
         *     | `CART_EMPTY` | 409 | The cart has no lines, so there is nothing to pay for. |
         *     | `CART_MIXED_TYPES` | 409 | The cart mixes a subscription with something else, or two billing intervals. |
         *     | `CONFLICT` | 409 | The request contradicts the state of things in another way, which `error` explains. |
         *     | `RATE_LIMITED` | 429 | Too many requests in this minute. |
         *     | `INTERNAL_ERROR` | 500 | The service failed. The cause is logged under the request id. |
         * @example NOT_FOUND
         */
        ErrorCode: "UNAUTHORIZED" | "PRO_PLAN_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "VALIDATION_ERROR" | "INVALID_REQUEST" | "STORE_UNPUBLISHED" | "PAYMENTS_NOT_CONFIGURED" | "CART_EMPTY" | "CART_MIXED_TYPES" | "CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR";
        /**
         * @description What is wrong with the request, up to 20 faults. Left out where nothing more is known than `error` says, and shortened to the first fault where the request is large.
         * @example [
         *       {
         *         "in": "body",
         *         "pointer": "/quantity",
         *         "rule": "minimum",
         *         "message": "must be >= 1"
         *       }
         *     ]
         */
        ErrorDetails: components["schemas"]["ErrorDetail"][];
        /** @description The store that the API key belongs to, with everything that a storefront needs to present it. The merchant can change this profile at any time, so read it again now and then instead of copying it into your own configuration. */
        Store: {
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
             * @description What the merchant says about the store. Left out when nothing was written.
             * @example A two-person letterpress studio by the old ferry quay.
             */
            description?: string;
            /**
             * Format: uri
             * @description Where the logo image is found. Left out when none was uploaded.
             * @example https://cdn.example.com/harbour-press/logo.svg
             */
            logoUrl?: string;
            /**
             * @description Whether the store is live. An unpublished store can be read and its carts can be filled, so that a storefront can be built before opening day; a checkout is refused with `STORE_UNPUBLISHED`.
             * @example true
             */
            isPublished: boolean;
            currency: components["schemas"]["Currency"];
            /**
             * Format: email
             * @description The address at which customers reach the merchant, or `null`.
             * @example studio@harbourpress.example
             */
            contactEmail: string | null;
            /**
             * @description The telephone number at which customers reach the merchant, as the merchant wrote it, or `null`.
             * @example +353 1 555 0142
             */
            contactPhone: string | null;
            /**
             * @description The title to give to search engines for the home page, or `null` to use `name`.
             * @example Harbour Press, letterpress by the sea
             */
            seoTitle: string | null;
            /**
             * @description The description to give to search engines for the home page, or `null` to use `description`.
             * @example Calendars, prints and books from a small letterpress studio.
             */
            seoDescription: string | null;
            theme: components["schemas"]["Theme"];
            /**
             * @description Which storefront template the merchant chose, or `null`. A storefront with its own design can ignore it.
             * @example gallery
             */
            templateKey?: string | null;
            /**
             * @description Texts the merchant wrote for the template, first by section and then by the name of the text. A section or text that isn't there was never written.
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
             * @description Whether the payment provider is connected. While it is `false`, a checkout and the billing portal are refused with `PAYMENTS_NOT_CONFIGURED`.
             * @example true
             */
            paymentsConfigured: boolean;
        };
        /**
         * @description The currency as a three-letter ISO 4217 code in lower case. Every amount beside it is in the smallest unit of this currency.
         * @example eur
         */
        Currency: string;
        /** @description What the product is a variant of, or `null`. The variants of one thing, such as its sizes, are products of their own with the same group; their `options` tell them apart. */
        ProductGroup: {
            /**
             * @description The group's name for web addresses, the same for all its products.
             * @example harbour-at-first-light
             */
            slug: string;
            /**
             * @description What the products are called together, without their options.
             * @example Harbour at First Light
             */
            name: string;
        } | null;
        /** @description One choice that makes up a variant. */
        ProductOption: {
            /**
             * @description What is chosen.
             * @example Size
             */
            name: string;
            /**
             * @description What this variant has.
             * @example A4
             */
            value: string;
        };
        /** @description One image of a product. */
        ProductImage: {
            /**
             * Format: uri
             * @description Where the image is found.
             * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
             */
            url: string;
            /**
             * @description What the image shows, for those who can't see it, or `null`.
             * @example The calendar on a harbour wall, open at March.
             */
            alt: string | null;
        };
        /** @description One product in a cart. A cart has at most one line for a product. */
        CartLine: {
            /**
             * @description The product, by its `_id`.
             * @example prod_13kn67z0xzv9qk2nqg90wek8r3
             */
            productId: string;
            /**
             * @description How many pieces of the product.
             * @example 2
             */
            quantity: number;
            /**
             * @description The product's name. When the product no longer exists, the name that it had when it was last added to the cart, or its `_id` where that isn't known.
             * @example Tide calendar 2027
             */
            name: string;
            /**
             * @description The product's price at the moment, in the smallest unit of the cart's currency. It is 0 when the product no longer exists.
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
             * @description Where the product's main image is found, or `null`.
             * @example https://cdn.example.com/harbour-press/tide-calendar.jpg
             */
            imageUrl: string | null;
            /**
             * @description Whether the line can be bought. It is `false` when the product was withdrawn, no longer exists, or is priced in another currency than the cart's. Checkout refuses a cart with such a line, so offer to remove it.
             * @example true
             */
            isActive: boolean;
        };
        /** @description What the cart costs, in the smallest unit of `currency`, at the products' prices of the moment. */
        CartTotals: {
            /**
             * @description The sum of price times quantity over all lines. It is 0 when there are none.
             * @example 6000
             */
            subtotal: number;
            /**
             * @description What the customer pays, after every adjustment of `subtotal`. Without adjustments the two are equal.
             * @example 6000
             */
            total: number;
            currency: components["schemas"]["Currency"];
            /**
             * @description Whether a line can't be bought (`isActive` is `false`). Such lines are in `subtotal` with their price, and checkout answers 409 `CONFLICT` until they are removed.
             * @example false
             */
            hasUnavailableLines: boolean;
        };
        /**
         * @description The language of the payment page. `auto`, the language of the customer's browser, is used when it isn't sent.
         * @example pt
         */
        Locale: "auto" | "bg" | "cs" | "da" | "de" | "el" | "en" | "en-GB" | "es" | "es-419" | "et" | "fi" | "fil" | "fr" | "fr-CA" | "hi-IN" | "hr" | "hu" | "id" | "it" | "ja" | "ko" | "lt" | "lv" | "ms" | "mt" | "nb" | "nl" | "pl" | "pt" | "pt-BR" | "ro" | "ru" | "sk" | "sl" | "sv" | "th" | "tr" | "vi" | "zh" | "zh-HK" | "zh-TW";
        /**
         * @description Texts of your own, such as a campaign or a reference of your system, up to 50. They are sent with the checkout and come back with its session and its order. The customer doesn't see them; the merchant also finds them at the payment provider, where two of the 50 places are taken by the service. Don't put secrets here.
         * @example {
         *       "campaign": "autumn-letter",
         *       "giftWrap": "yes"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /** @description One product that is bought, with its name and price as they were when the session was created. */
        CheckoutSessionLine: {
            /**
             * @description The product, by its `_id`. The product may have been changed or withdrawn since.
             * @example prod_13kn67z0xzv9qk2nqg90wek8r3
             */
            productId: string;
            /**
             * @description The product's name at that time.
             * @example Tide calendar 2027
             */
            name: string;
            /**
             * @description How many pieces are bought.
             * @example 2
             */
            quantity: number;
            /**
             * @description The price of one piece at that time, in the smallest unit of the session's currency.
             * @example 2400
             */
            unitPriceInCents: number;
        };
        /** @description What it costs, in the smallest unit of `currency`, frozen when the session was created. */
        Totals: {
            /**
             * @description The sum of price times quantity over all lines. It is 0 when there are none.
             * @example 6000
             */
            subtotal: number;
            /**
             * @description What the customer pays, after every adjustment of `subtotal`. Without adjustments the two are equal.
             * @example 6000
             */
            total: number;
            currency: components["schemas"]["Currency"];
        };
        /** @description Where to send what was bought. The payment page asks for it when the cart has a physical product. It is `null` until the session is complete, and for carts with nothing to ship. */
        ShippingAddress: {
            /**
             * @description Who receives the parcel. It can be somebody other than the customer who pays.
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
             * @description State, county, province or region, or `null` where addresses have none.
             * @example null
             */
            state: string | null;
            /**
             * @description Postal code, or `null` where addresses have none.
             * @example 1200-054
             */
            postalCode: string | null;
            /**
             * @description The country's two letters (ISO 3166-1), in upper case.
             * @example PT
             */
            country: string | null;
        } | null;
        /** @description A payment that has arrived. */
        OrderPayment: {
            /**
             * @description The payment provider's identifier of the payment.
             * @example pi_3SVnqk2eZvKYlo2C1tN0aBcd
             */
            id: string;
            /**
             * @description What was paid, in the smallest unit of `currency`.
             * @example 6000
             */
            amount: number;
            /**
             * @description How much of it has gone back, or is on its way back. It shrinks again when a refund fails.
             * @example 0
             */
            amountRefunded: number;
            currency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When it was paid, by the payment provider's clock: for a bank debit, when the money arrived.
             * @example 2026-11-21T09:33:41.000Z
             */
            paidAt: string;
        };
        /** @description Money that went back to the customer, or should have. */
        OrderRefund: {
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
             * @description Whether the money went back. `pending` is on its way. `failed` was sent back by the customer's bank, which can happen days after it had `succeeded`, or was cancelled.
             * @example succeeded
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description How much is refunded, in the smallest unit of `currency`.
             * @example 1200
             */
            amount: number;
            currency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When the merchant made the refund, by the payment provider's clock.
             * @example 2026-11-23T16:20:05.000Z
             */
            createdAt: string;
        };
        /** @description A payment that the customer's bank disputes. */
        OrderDispute: {
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
            status: components["schemas"]["DisputeStatus"];
            /**
             * @description Why the customer disputes the payment, in the payment provider's word: `fraudulent`, `product_not_received`, `product_unacceptable`, `duplicate`, `credit_not_processed`, `subscription_canceled` and others.
             * @example product_not_received
             */
            reason: string;
            /**
             * @description How much is disputed, in the smallest unit of `currency`. It can be less than the payment, or differ from it a little where the bank has converted it.
             * @example 6000
             */
            amount: number;
            currency: components["schemas"]["Currency"];
            /**
             * Format: date-time
             * @description When the dispute began.
             * @example 2026-12-02T08:14:27.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when the merchant can answer at the payment provider, or `null` where it names no time.
             * @example 2026-12-22T08:14:27.000Z
             */
            dueAt: string | null;
        };
        /** @description How the parcel can be followed, or `null` when that isn't known. */
        Tracking: {
            /**
             * @description Who carries the parcel, or `null`.
             * @example CTT
             */
            carrier: string | null;
            /**
             * @description The carrier's number of the parcel.
             * @example RR123456785PT
             */
            number: string;
            /**
             * Format: uri
             * @description A page that shows where the parcel is, or `null`.
             * @example https://carrier.example/track/RR123456785PT
             */
            url: string | null;
        } | null;
        /** @description One thing that is wrong with the request: where it is, and what. The value that was sent is never repeated. */
        ErrorDetail: {
            /**
             * @description The part of the request.
             * @example body
             */
            in: "body" | "path" | "query" | "header" | "cookie";
            /**
             * @description In the body: the JSON pointer (RFC 6901) to the value, or to the property that is missing. Empty for the whole body.
             * @example /quantity
             */
            pointer?: string;
            /**
             * @description The name of the parameter or header, where the fault isn't in the body.
             * @example limit
             */
            name?: string;
            /**
             * @description The JSON Schema keyword that isn't met. `additionalProperties` for what isn't documented.
             * @example minimum
             */
            rule: string;
            /**
             * @description What is wrong, for developers. The wording can change at any time.
             * @example must be >= 1
             */
            message: string;
        };
        /** @description How the merchant wants the store to look. Each value is meant for CSS as it stands. A member that is `null` was never set: use your own default. */
        Theme: {
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
             * @description The colour of quiet surfaces, or `null`.
             * @example #ece8de
             */
            muted: string | null;
            /**
             * @description The colour of lines between things, or `null`.
             * @example #d8d2c4
             */
            border: string | null;
            /**
             * @description The font family of running text, or `null`.
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
        /**
         * @description What has become of a dispute. At `needs_response` the bank waits for the merchant's answer, at `under_review` it decides. `won` leaves the money with the merchant, `lost` gives it to the customer. A word that begins with `warning_` is an inquiry: the bank asks, and has taken no money; `warning_closed` ends it. A word that begins with `appeal_` is a dispute that was lost and is decided once more. `prevented` is a dispute that was settled before the bank took it up.
         * @example needs_response
         */
        DisputeStatus: "warning_needs_response" | "warning_under_review" | "warning_closed" | "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review" | "won" | "lost" | "prevented";
    };
    responses: {
        /** @description The API key is missing, malformed, unknown or revoked. Requests without a valid key count against the client's address, as the rate-limit headers tell; past its limit they are answered with 429. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example UNAUTHORIZED
                     */
                    code: "UNAUTHORIZED";
                };
            };
        };
        /** @description The key is valid, but the plan of its store doesn't include headless access. The key works as soon as the store is on a plan that does. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example PRO_PLAN_REQUIRED
                     */
                    code: "PRO_PLAN_REQUIRED";
                };
            };
        };
        /** @description The limit of this operation's scope is used up, or too many requests without a valid key came from this address. Wait as many seconds as `Retry-After` says. The request had no effect, so it is safe to send it again then. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example RATE_LIMITED
                     */
                    code: "RATE_LIMITED";
                };
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The path exists, but it doesn't have this method. `Allow` lists those that it has. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example INVALID_REQUEST
                     */
                    code: "INVALID_REQUEST";
                };
            };
        };
        /** @description The methods that this path has, in `Allow`. There is no body. */
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
        /** @description What you have kept under this `ETag` still holds. There is no body, and it counts against the rate limit. */
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
        /** @description The request carries a query parameter that this operation doesn't have. Send it without. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example VALIDATION_ERROR
                     */
                    code: "VALIDATION_ERROR";
                    details?: components["schemas"]["ErrorDetails"];
                };
            };
        };
        /** @description The store of this API key has been removed in the meantime. The key will stop working altogether. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The catalog kept changing while it was read, as happens during an import. Nothing is wrong with the request; it is safe to send it again after a moment. */
        CatalogChanging: {
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example CONFLICT
                     */
                    code: "CONFLICT";
                };
            };
        };
        /** @description The service failed. The answer never tells the cause; it is logged under the id in `X-Request-Id`, so quote that when you report it. Whether the request took effect is unknown; the introduction says what is safe to retry. What passes by itself, such as a payment provider that is busy, carries `Retry-After`. */
        InternalError: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description How many seconds to wait before the request is worth sending again. Left out when the failure isn't known to pass by itself. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example INTERNAL_ERROR
                     */
                    code: "INTERNAL_ERROR";
                };
            };
        };
        /** @description A query parameter has a value that it can't have. The same request will be refused again. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example VALIDATION_ERROR
                     */
                    code: "VALIDATION_ERROR";
                    details?: components["schemas"]["ErrorDetails"];
                };
            };
        };
        /** @description There is no product with this id, or it belongs to another store. An inactive product isn't an error; it is returned with `isActive` set to `false`. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example VALIDATION_ERROR
                     */
                    code: "VALIDATION_ERROR";
                    details?: components["schemas"]["ErrorDetails"];
                };
            };
        };
        /** @description The `Idempotency-Key` was sent with another request before, or its first request is still being handled, which takes a moment. No cart was created by this request. */
        KeyConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description How many seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing where waiting doesn't help. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example CONFLICT
                     */
                    code: "CONFLICT";
                };
            };
        };
        /** @description There is no cart with this id, or it has expired, or it belongs to another store. Create a new cart and forget the id. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The cart isn't what `If-Match` says any more, and nothing has changed. Read the cart, show it to the customer, and repeat the change with the new `ETag`. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example CONFLICT
                     */
                    code: "CONFLICT";
                };
            };
        };
        /** @description The body doesn't fit the schema (`VALIDATION_ERROR`), which includes a property that isn't documented and an unknown query parameter, or it can't be read as JSON at all (`INVALID_REQUEST`). Nothing was changed. The same request will fail again. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs: one of the codes that this status can carry here.
                     * @example VALIDATION_ERROR
                     */
                    code: "VALIDATION_ERROR" | "INVALID_REQUEST";
                    details?: components["schemas"]["ErrorDetails"];
                };
            };
        };
        /** @description There is no cart with this id, or it has expired or belongs to another store; or there is no product with this id in the API key's store. `error` says which of them; read the cart before you forget it. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The product is not for sale or has another currency than the cart, or the cart would pass one of its bounds: 999 pieces of a product, 100 lines. The cart is unchanged, and the same request will be refused again until that has changed. Or the `Idempotency-Key` was sent with another request, or its first request is still being handled. */
        LineConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description How many seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing where waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example CONFLICT
                     */
                    code: "CONFLICT";
                };
            };
        };
        /** @description The body is larger than the service reads. No valid request of this API comes near that size. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example INVALID_REQUEST
                     */
                    code: "INVALID_REQUEST";
                };
            };
        };
        /** @description The body isn't declared as JSON in UTF-8, or it is compressed in another way than gzip, deflate or br. Send `Content-Type: application/json`. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example INVALID_REQUEST
                     */
                    code: "INVALID_REQUEST";
                };
            };
        };
        /** @description There is no cart with this id, or it has expired or belongs to another store; or the cart has no line for this product. `error` says which of them; read the cart before you forget it. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The new quantity would take the cart past one of its bounds. The cart is unchanged, and the same request will be refused again. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example CONFLICT
                     */
                    code: "CONFLICT";
                };
            };
        };
        /** @description The body doesn't fit the schema (`VALIDATION_ERROR`), which includes a property that isn't documented and an unknown query parameter, or it can't be read as JSON at all (`INVALID_REQUEST`). An e-mail address that fits the schema and that the payment provider refuses is a `VALIDATION_ERROR` too. Nothing was changed. The same request will fail again. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs: one of the codes that this status can carry here.
                     * @example VALIDATION_ERROR
                     */
                    code: "VALIDATION_ERROR" | "INVALID_REQUEST";
                    details?: components["schemas"]["ErrorDetails"];
                };
            };
        };
        /** @description There is no cart with this id, or it has expired or belongs to another store; or the member session that was sent is unknown or has expired. `error` says which of them. Without a `memberSessionId` in the request it is the cart. With one, **read the cart before you forget it**: if `getCart` answers 200, the cart is still there; have the member sign in again and repeat the request with the new member session. Only if `getCart` answers 404, create a new cart. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The store or the cart is not in a state to be paid. The conditions are checked in the order of the codes, and the first that fails is answered. No session was created, and nobody is charged. `CONFLICT` stands for a line that is no longer for sale, for a subscription that the member has already, for more products or another amount than the payment provider accepts, for an older payment page of the same cart that can't be closed yet, for a checkout of it that was started at the same moment, and for an `Idempotency-Key` that was sent with another request or whose first request is still being handled. */
        CheckoutConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description How many seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing where waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs: one of the codes that this status can carry here.
                     * @example STORE_UNPUBLISHED
                     */
                    code: "STORE_UNPUBLISHED" | "PAYMENTS_NOT_CONFIGURED" | "CART_EMPTY" | "CART_MIXED_TYPES" | "CONFLICT";
                };
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description A query parameter has a value that it can't have, or the operation doesn't have the parameter. The same request will be refused again. */
        InvalidQuery: {
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example VALIDATION_ERROR
                     */
                    code: "VALIDATION_ERROR";
                    details?: components["schemas"]["ErrorDetails"];
                };
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The order can't be changed in this way as it is now, which `error` explains. It is unchanged. Read the order before you try again. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example CONFLICT
                     */
                    code: "CONFLICT";
                };
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description Either the plan of the key's store doesn't include headless access (`PRO_PLAN_REQUIRED`), or the member is known but has no live subscription on this store (`FORBIDDEN`). A subscription in its trial, paused, or with a late or missing payment is live; one that has ended isn't. */
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs: one of the codes that this status can carry here.
                     * @example PRO_PLAN_REQUIRED
                     */
                    code: "PRO_PLAN_REQUIRED" | "FORBIDDEN";
                };
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
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example NOT_FOUND
                     */
                    code: "NOT_FOUND";
                };
            };
        };
        /** @description The store isn't connected to a payment provider, so there is no billing portal. The merchant has to connect one first. `CONFLICT`: the `Idempotency-Key` was sent with another request, or its first request is still being handled. */
        PortalConflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                /** @description How many seconds to wait while the first request with the same `Idempotency-Key` is still being handled. Missing where waiting doesn't help. */
                "Retry-After"?: number;
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: components["schemas"]["ErrorMessage"];
                    /**
                     * @description What went wrong, for programs.
                     * @example PAYMENTS_NOT_CONFIGURED
                     */
                    code: "PAYMENTS_NOT_CONFIGURED" | "CONFLICT";
                };
            };
        };
        /** @description The event has arrived. Every status from 200 to 299 says so, and the body isn't read. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Nothing is to be sent to this address any more. The endpoint is switched off at once. */
        EndpointGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The `ETag` of an answer that you have kept, or several. If it still holds, the answer is 304 without a body. A text that isn't an entity tag has no effect. */
        IfNoneMatch: string;
        /** @description The product, by its `_id`, which is what cart lines call `productId`. */
        ProductId: string;
        /** @description The cart, by the `id` that `createCart` returned. An id that is unknown, has expired or belongs to another store is answered with 404. */
        CartId: string;
        /** @description The cart's `ETag` from `getCart` or from the last change. If `getCart` would answer with another one by now, because somebody changed the cart or a merchant a price, nothing changes and the answer is 412. Without this header the change is made in any case. */
        IfMatch: string;
        /** @description The checkout session, by its `id` or by the payment provider's own identifier of it, which the customer brings back in the `session_id` query parameter of the success address. */
        SessionId: string;
        /** @description The order, by its `id`. */
        OrderId: string;
        /** @description The subscription, by its `id`. */
        SubscriptionId: string;
        /** @description The event's identifier. It stays the same when the event is sent again, so store it and ignore an event that you have already. */
        WebhookId: string;
        /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
        WebhookTimestamp: string;
        /** @description The signature by [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by full stops. There may be several, separated by spaces, and one that matches is enough. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /** @description The version of the contract that answered. All paths that start with `/v1` answer with `v1`. */
        "X-API-Version": "v1";
        /** @description The identifier of this one request. Write it to your log: whoever runs the service finds everything about the request under it. */
        "X-Request-Id": string;
        /** @description How many requests the window of this operation's scope allows. */
        "RateLimit-Limit": number;
        /** @description How many requests are left in the current window. At 0 the next request is answered with 429. */
        "RateLimit-Remaining": number;
        /** @description How many seconds remain until the window restarts and all requests are available again. */
        "RateLimit-Reset": number;
        /** @description The three values above in one line, for clients that read the combined form. */
        RateLimit: string;
        /** @description Identifies this content in this content coding. Send it as `If-None-Match` to hear whether it still holds, or a cart's as `If-Match` with a change of the cart. */
        ETag: string;
        /** @description Keep the answer if you like, and ask each time with `If-None-Match` whether it still holds. */
        Kept: "private, no-cache";
        /** @description The address of the next page, as `<…>; rel="next"` (RFC 8288). It is relative to the address that was asked for, and has the same filters. On the last page the header is missing. */
        Link: string;
        /** @description `true` where this is the answer to an earlier request with the same `Idempotency-Key`. Missing from the first answer. */
        "Idempotent-Replayed": "true";
        /** @description Caches store nothing of this answer, since it is about a person or leads to a payment. It isn't compressed either. */
        NotStored: "no-store";
        /** @description How many seconds to wait before the request is worth sending again. */
        "Retry-After": number;
        /** @description The methods that this path has, separated by commas. */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "getCatalog": paths["/v1/catalog"]["get"];
    "getStore": paths["/v1/products/store"]["get"];
    "listProducts": paths["/v1/products"]["get"];
    "getProduct": paths["/v1/products/{productId}"]["get"];
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
    "listSubscriptions": paths["/v1/subscriptions"]["get"];
    "getSubscription": paths["/v1/subscriptions/{subscriptionId}"]["get"];
    "createPortalSession": paths["/v1/subscription/portal"]["post"];
}
