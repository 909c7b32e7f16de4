create table order_terms (
  order_id text not null, store_id text not null, term text collate "C" not null,
  constraint order_terms_key primary key (order_id, term)
);
create index order_terms_by_term on order_terms (store_id, term, order_id);

create index products_by_group on products (store_id, (product_group::json ->> 'slug'), position)
  where product_group is not null;
create index products_by_terms on products
  using gin (array_to_tsvector(string_to_array('_s' || store_id || ' ' || search, ' '))) with (fastupdate = off)
  where is_active = 1;
create index products_off_sale_by_terms on products
  using gin (array_to_tsvector(string_to_array('_s' || store_id || ' ' || search, ' '))) with (fastupdate = off)
  where is_active = 0;

create function refuse_audit_change() returns trigger language plpgsql as
  $$ begin raise exception 'audit_entries is append-only'; end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
