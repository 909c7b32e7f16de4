create table stores (
  id text primary key, slug text not null unique, name text not null, description text, logo_url text,
  currency text not null, contact_email text, contact_phone text, seo_title text, seo_description text,
  theme text not null, template_key text, template_texts text, plan text not null,
  is_published integer not null, payments_configured integer not null, success_url text, cancel_url text,
  portal_return_url text, created_at bigint not null, stripe_account text, introspection_url text,
  introspection_client_id text, introspection_client_secret text, ships_to text,
  allows_repeat_subscriptions integer default 1 not null, payments_stopped integer default 0 not null,
  creates_invoices integer default 0 not null, collects_tax_ids integer default 0 not null, tax text,
  mails_buyers integer default 0 not null, tax_set_up integer, time_zone text, plan_requested_at bigint
);
create index stores_of_account on stores (stripe_account);
create index stores_by_plan_request on stores (plan_requested_at) where plan_requested_at is not null;

create table api_keys (
  id text primary key, store_id text not null references stores (id), hash text not null unique, label text,
  created_at bigint not null, revoked_at bigint, expires_at bigint, last_used_at bigint, scopes text
);
create index api_keys_of_store on api_keys (store_id);

create table products (
  id text primary key, store_id text not null references stores (id), reference text not null,
  position integer not null, name text not null, description text, price_in_cents bigint not null,
  currency text not null, type text not null, billing_interval text, image_url text,
  is_active integer not null, category text, details text, slug text, product_group text, options text,
  images text, search text, sku text, weight_in_grams integer, compare_at_price_in_cents integer,
  trial_days integer, requires_shipping integer, tax_code text, write_id text,
  constraint products_by_reference unique (store_id, reference)
);
create index products_listed on products (store_id, position);
create index products_for_sale on products (store_id, position, id) where is_active = 1;
create index products_for_sale_by_category on products (store_id, category, position, id) where is_active = 1;
create index products_for_sale_by_type on products (store_id, type, position, id) where is_active = 1;
create index products_for_sale_by_category_by_type on products (store_id, category, type, position, id)
  where is_active = 1;
create index products_not_for_sale on products (store_id, position, id) where is_active = 0;
create index products_not_for_sale_by_category on products (store_id, category, position, id) where is_active = 0;
create index products_of_sku on products (store_id, sku) where sku is not null;
create index products_of_slug on products (store_id, substr(slug, 1, 200)) where slug is not null;

create table product_stock (
  product_id text primary key, store_id text not null, quantity integer not null,
  reserved integer default 0 not null
);
create index product_stock_of_store on product_stock (store_id, quantity);

create table deleted_products (
  id text primary key, store_id text not null, position bigint not null, deleted_at bigint not null
);
create index deleted_products_age on deleted_products (deleted_at);
create index deleted_products_by_store on deleted_products (store_id);

create table product_images (
  store_id text not null, name text not null, hash text not null, bytes integer not null,
  created_at bigint not null, unused_since bigint, constraint product_images_key primary key (store_id, name)
);

create table product_files (
  id text primary key, store_id text not null, product_id text not null, name text not null,
  bytes bigint not null, created_at bigint not null, is_current integer not null, unused_since bigint,
  is_sold integer
);
create index product_files_of_product on product_files (product_id, is_current);
create index product_files_of_store on product_files (store_id);

create table shipping_rates (
  id text primary key, store_id text not null references stores (id), name text not null,
  price_in_cents bigint not null, min_days integer, max_days integer, free_from_in_cents bigint,
  countries text, is_active integer not null, created_at bigint not null
);
create index shipping_rates_of_store on shipping_rates (store_id, created_at);

create table promotion_codes (
  id text primary key, store_id text not null references stores (id), account text, provider_id text not null,
  code text not null, percent_off integer, amount_off_in_cents bigint, currency text not null,
  minimum_in_cents bigint, max_redemptions bigint, expires_at bigint, created_at bigint not null,
  deactivated_at bigint, tenths_off integer
);
create unique index promotion_codes_of_provider on promotion_codes (provider_id);
create index promotion_codes_of_store on promotion_codes (store_id, created_at);
create index promotion_codes_of_account on promotion_codes (account, store_id) where deactivated_at is null;

create table carts (
  id text primary key, store_id text not null, currency text not null, lines text not null,
  expires_at bigint not null
);
create index carts_by_expiry on carts (expires_at);
create index carts_by_store on carts (store_id);

create table checkout_sessions (
  id text primary key, store_id text not null, cart_id text not null, provider_id text unique,
  status text not null, payment_status text not null, mode text not null, lines text not null,
  total bigint not null, currency text not null, member_id text, customer_email text, url text,
  created_at bigint not null, expires_at bigint not null, completed_at bigint, account text, checked_at bigint,
  payment_outcome text, customer_name text, customer_phone text, shipping_address text, erased_at bigint,
  metadata text, close_due_at bigint, stock_lines text, stock_state text, amount_subtotal bigint,
  amount_discount bigint, amount_shipping bigint, amount_tax bigint, amount_total bigint, offers text,
  locale text, shipping_rate text
);
create index checkout_sessions_of_cart on checkout_sessions (cart_id, status);
create index checkout_sessions_unsettled on checkout_sessions (payment_status, status, checked_at);
create index checkout_sessions_to_settle on checkout_sessions (status, payment_outcome, checked_at);
create index checkout_sessions_by_expiry on checkout_sessions (status, expires_at);
create index checkout_sessions_of_member on checkout_sessions (store_id, member_id)
  where status = 'open' and member_id is not null;
create index checkout_sessions_open_of_store on checkout_sessions (store_id, status, id) where status = 'open';
create index checkout_sessions_to_close on checkout_sessions (status, close_due_at) where close_due_at is not null;
create index sessions_stock_due on checkout_sessions (id)
  where (stock_state = 'reserved' and status <> 'open') or (stock_state = 'sold' and payment_outcome = 'failed');
create index checkout_sessions_by_email on checkout_sessions (store_id, lower(customer_email));
create index checkout_sessions_by_member on checkout_sessions (store_id, member_id) where member_id is not null;

create table customers (
  store_id text not null, member_id text not null, account text not null, customer_id text not null,
  created_at bigint not null, constraint customers_by_member primary key (store_id, member_id, account)
);

create table member_sessions (
  hash text not null, store_id text not null references stores (id), member_id text not null,
  expires_at bigint not null, constraint member_sessions_by_hash primary key (store_id, hash)
);
create index member_sessions_by_expiry on member_sessions (expires_at);

create table orders (
  id text primary key, store_id text not null, checkout_session_id text not null unique, account text,
  payment_id text, lines text not null, total bigint not null, currency text not null, member_id text,
  customer_email text, created_at bigint not null, payment_status text default 'paid' not null,
  paid_amount bigint, paid_currency text, customer_name text, customer_phone text, shipping_address text,
  metadata text, cart_id text, tracking text, fulfilled_at bigint, placed_at bigint, number integer,
  amount_subtotal bigint, amount_discount bigint, amount_shipping bigint, amount_tax bigint,
  amount_total bigint, has_terms integer, locale text, shipping_rate text, restocks text,
  nothing_to_send integer, refund_state text, failed_refunds integer, unanswered_disputes integer,
  lost_disputes integer
);
create index orders_of_store on orders (store_id, created_at);
create index orders_by_cart_id on orders (store_id, cart_id, created_at);
create index orders_by_member_id on orders (store_id, member_id, created_at);
create index orders_by_payment_status on orders (store_id, payment_status, created_at);
create index orders_unfulfilled on orders (store_id, created_at) where fulfilled_at is null;
create index orders_by_placing on orders (store_id, coalesce(placed_at, created_at));
create index orders_unsent on orders (store_id, created_at)
  where fulfilled_at is null and shipping_address is not null;
create unique index orders_number on orders (store_id, number) where number is not null;
create index orders_unnumbered on orders (store_id, created_at, id) where number is null;
create index orders_without_terms on orders (id) where has_terms is null;
create index orders_by_email on orders (store_id, lower(customer_email), created_at);
create index orders_by_placing_and_id on orders (store_id, coalesce(placed_at, created_at), id, payment_status, placed_at, created_at);
create index orders_by_refund_state on orders (store_id, refund_state, created_at) where refund_state is not null;
create index orders_to_send on orders (store_id, coalesce(nothing_to_send, 0), created_at)
  where fulfilled_at is null and shipping_address is not null;
create index orders_with_failed_refunds on orders (store_id, created_at) where failed_refunds > 0;
create index orders_to_defend on orders (store_id, created_at) where unanswered_disputes > 0;

create table parcels (
  id text primary key, order_id text not null, lines text not null, tracking text, sent_at bigint not null
);
create unique index parcels_of_order on parcels (order_id, sent_at);

create table order_returns (
  id text primary key, order_id text not null, lines text not null, reason text, created_at bigint not null,
  received_at bigint, restocked text not null, refund_id text
);
create unique index returns_of_order on order_returns (order_id, created_at);

create table order_downloads (
  order_id text not null, product_id text not null, count bigint not null, last_at bigint not null,
  constraint order_downloads_key primary key (order_id, product_id)
);

create table download_links (
  hash text primary key, store_id text not null, order_id text not null, product_id text not null,
  expires_at bigint not null, rest_bytes bigint default 0 not null
);
create index download_links_expiry on download_links (expires_at);
create index download_links_by_store on download_links (store_id);

create table order_payments (
  payment_id text primary key, order_id text not null references orders (id), account text, invoice_id text,
  amount bigint not null, currency text not null, paid_at bigint not null, store_id text
);
create index order_payments_of_order on order_payments (order_id);
create index order_payments_by_time on order_payments (paid_at);
create index order_payments_of_store on order_payments (store_id, paid_at, currency, amount);

create table refunds (
  payment_id text primary key, refunded bigint not null, asked_at bigint default 0 not null
);

create table payment_refunds (
  id text primary key, payment_id text not null, amount bigint not null, currency text not null,
  status text not null, created_at bigint not null, resolved_at bigint
);
create index payment_refunds_of_payment on payment_refunds (payment_id);
create index payment_refunds_failed on payment_refunds (payment_id) where status = 'failed';

create table refund_requests (
  id text primary key, order_id text not null references orders (id), payment_id text not null, account text,
  amount bigint not null, currency text not null, is_remainder integer not null, token text,
  actor_kind text not null, actor_id text not null, status text not null, refund_id text,
  created_at bigint not null, answered_at bigint, repeats text
);
create index refund_requests_of_order on refund_requests (order_id);
create index refund_requests_settled on refund_requests (created_at) where status <> 'open';

create table disputes (
  id text primary key, payment_id text not null, account text, status text not null, reason text not null,
  amount bigint not null, currency text not null, opened_at bigint not null, asked_at bigint not null,
  due_at bigint
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_by_status on disputes (status);

create table payment_differences (
  id text primary key, store_id text not null references stores (id), order_id text not null,
  part text not null, expected bigint, expected_currency text not null, charged bigint not null,
  currency text not null, is_renewal integer not null, found_at bigint not null, resolved_at bigint
);
create index payment_differences_by_store on payment_differences (store_id, resolved_at, order_id);

create table subscriptions (
  id text primary key, store_id text not null, customer_id text not null, member_id text, status text not null,
  account text, asked_at bigint default 0 not null, erased_at bigint, checkout_session_id text, read_at bigint,
  read_due_at bigint, created_at bigint, recorded_at bigint default 0 not null, price_changes text, lines text,
  currency text, billing_interval text, current_period_end bigint, cancel_at bigint, ended_at bigint,
  trial_end bigint
);
create index subscriptions_of_member on subscriptions (store_id, member_id);
create index subscriptions_of_store on subscriptions (store_id, id);
create index subscriptions_to_read on subscriptions (status, read_due_at);
create index subscriptions_by_record on subscriptions (store_id, recorded_at, id);
create index subscriptions_of_session on subscriptions (checkout_session_id) where checkout_session_id is not null;

create table duplicate_subscriptions (
  subscription_id text primary key, store_id text not null references stores (id),
  kept_subscription_id text not null, checkout_session_id text not null, account text,
  found_at bigint not null, cancelled_at bigint, settled_at bigint, due_at bigint, attempts bigint not null,
  problem text
);
create index duplicate_subscriptions_of_store on duplicate_subscriptions (store_id, found_at);
create index duplicate_subscriptions_of_session on duplicate_subscriptions (checkout_session_id);
create index duplicate_subscriptions_due on duplicate_subscriptions (due_at) where due_at is not null;

create table event_endpoints (
  id text primary key, store_id text not null references stores (id), url text not null, secret text not null,
  types text, created_at bigint not null, disabled_at bigint, disabled_reason text
);
create index event_endpoints_of_store on event_endpoints (store_id);

create table events (
  id text primary key, store_id text not null references stores (id), type text not null,
  subject_id text not null, body text not null, created_at bigint not null
);
create index events_by_time on events (store_id, created_at);
create index events_of_subject on events (store_id, subject_id);
create index events_to_delete on events (created_at);

create table event_deliveries (
  id text primary key, event_id text not null references events (id), endpoint_id text not null,
  status text not null, attempts bigint not null, due_at bigint, give_up_at bigint not null, last_outcome text,
  settled_at bigint
);
create unique index event_deliveries_of_event on event_deliveries (event_id, endpoint_id);
create index event_deliveries_settled on event_deliveries (endpoint_id, status, settled_at);
create index event_deliveries_due on event_deliveries (endpoint_id, due_at) where due_at is not null;

create table mails (
  id text primary key, store_id text references stores (id), kind text not null, event_key text not null,
  order_id text, link_token text, status text not null, attempts bigint not null, due_at bigint,
  give_up_at bigint not null, last_outcome text, settled_at bigint, created_at bigint not null,
  dismissed_at bigint
);
create unique index mails_of_event on mails (kind, event_key);
create index mails_of_store on mails (store_id, created_at);
create index mails_to_delete on mails (created_at);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_failed on mails (store_id, order_id) where status = 'failed' and dismissed_at is null;

create table audit_entries (
  id text primary key, store_id text not null references stores (id), actor_kind text not null,
  actor_id text not null, action text not null, object_id text, changes text not null,
  created_at bigint not null
);
create index audit_entries_by_time on audit_entries (store_id, created_at, id);
create index audit_entries_of_object on audit_entries (store_id, object_id, created_at, id);

create table people (
  id text primary key, email text not null unique, password_hash text, openid_subject text unique,
  created_at bigint not null, may_create_stores integer, is_operator integer
);

create table memberships (
  person_id text not null references people (id), store_id text not null references stores (id),
  role text not null, created_at bigint not null, constraint memberships_pk primary key (person_id, store_id)
);
create index memberships_of_store on memberships (store_id);

create table invitations (
  id text primary key, hash text not null unique, email text not null, store_id text references stores (id),
  role text, created_at bigint not null, expires_at bigint not null, is_sign_up integer
);
create index invitations_of_email on invitations (email);
create index invitations_of_store on invitations (store_id);
create index invitations_expiry on invitations (expires_at);

create table passkeys (
  id text primary key, person_id text not null references people (id), public_key text not null,
  counter bigint not null, transports text not null, created_at bigint not null, last_used_at bigint
);
create index passkeys_of_person on passkeys (person_id);

create table dashboard_sessions (
  hash text primary key, person_id text not null references people (id), created_at bigint not null,
  seen_at bigint not null, expires_at bigint not null
);
create index dashboard_sessions_of_person on dashboard_sessions (person_id);
create index dashboard_sessions_expiry on dashboard_sessions (expires_at);

create table pending_flows (
  hash text primary key, data text not null, expires_at bigint not null
);
create index pending_flows_expiry on pending_flows (expires_at);

create table provider_events (
  id text primary key, type text not null, received_at bigint not null
);
create index provider_events_by_time on provider_events (received_at);

create table unhandled_events (
  id text primary key, event text not null, happened_at bigint not null, attempts bigint not null,
  due_at bigint not null
);
create index unhandled_events_due on unhandled_events (due_at);
create index unhandled_events_by_time on unhandled_events (happened_at);

create table event_listings (
  account text primary key, listed_to bigint not null, due_at bigint not null, position text, walk_from text,
  walk_position text
);

create table session_listings (
  account text primary key, listed_at bigint, begun_at bigint, position text
);

create table portal_configurations (
  account text primary key, configuration_id text not null
);

create table idempotency_keys (
  caller text not null, key text not null, token text not null unique, fingerprint text not null,
  claimed_until bigint not null, expires_at bigint not null, took_effect integer default 0 not null,
  answer text, effect text, constraint idempotency_keys_pk primary key (caller, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table leases (
  name text primary key, held_until bigint not null
);

create table revision (
  id integer primary key, n bigint not null, named bigint default 0 not null
);

create table store_revisions (
  store text primary key, n bigint not null
);
create index store_revisions_by_n on store_revisions (n);

insert into revision (id, n) values (1, 1);
