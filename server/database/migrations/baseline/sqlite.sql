create table order_terms (
  order_id text not null, store_id text not null, term text not null,
  constraint order_terms_key primary key (order_id, term)
);
create index order_terms_by_term on order_terms (store_id, term, order_id);
create index products_by_group on products (store_id, (product_group ->> 'slug'), position)
  where product_group is not null;

create virtual table product_search using fts5 (
  terms, content='', contentless_delete=1, detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12',
  tokenize="ascii tokenchars '_'"
);
create table product_search_stores (number integer primary key, store_id text not null unique);
create trigger products_search_added after insert on products begin
  insert into product_search_stores (store_id) select new.store_id
    where not exists (select 1 from product_search_stores where store_id = new.store_id);
  insert into product_search (rowid, terms)
    select number * 4294967296 + new.position, new.search from product_search_stores
    where store_id = new.store_id and new.search is not null and new.is_active = 1;
end;
create trigger products_search_removed after delete on products begin
  delete from product_search where rowid = old.position
    + (select number from product_search_stores where store_id = old.store_id) * 4294967296;
end;
create trigger products_search_changed after update on products
  when old.search is not new.search or old.is_active <> new.is_active or old.position <> new.position
    or old.store_id <> new.store_id
begin
  delete from product_search where rowid = old.position
    + (select number from product_search_stores where store_id = old.store_id) * 4294967296;
  insert into product_search_stores (store_id) select new.store_id
    where not exists (select 1 from product_search_stores where store_id = new.store_id);
  insert into product_search (rowid, terms)
    select number * 4294967296 + new.position, new.search from product_search_stores
    where store_id = new.store_id and new.search is not null and new.is_active = 1;
end;
create trigger products_off_sale_added after insert on products begin
  insert into product_search_stores (store_id) select new.store_id
    where not exists (select 1 from product_search_stores where store_id = new.store_id);
  insert into product_search (rowid, terms) select new.position + 2147483648
    + (select number from product_search_stores where store_id = new.store_id) * 4294967296,
    new.search where new.search is not null and new.is_active = 0;
end;
create trigger products_off_sale_removed after delete on products begin
  delete from product_search where rowid = old.position + 2147483648
    + (select number from product_search_stores where store_id = old.store_id) * 4294967296;
end;
create trigger products_off_sale_changed after update on products
  when old.search is not new.search or old.is_active <> new.is_active or old.position <> new.position
    or old.store_id <> new.store_id
begin
  delete from product_search where rowid = old.position + 2147483648
    + (select number from product_search_stores where store_id = old.store_id) * 4294967296;
  insert into product_search_stores (store_id) select new.store_id
    where not exists (select 1 from product_search_stores where store_id = new.store_id);
  insert into product_search (rowid, terms) select new.position + 2147483648
    + (select number from product_search_stores where store_id = new.store_id) * 4294967296,
    new.search where new.search is not null and new.is_active = 0;
end;

create trigger audit_entries_no_update before update on audit_entries
  begin select raise(abort, 'audit_entries is append-only'); end;
create trigger audit_entries_no_delete before delete on audit_entries
  begin select raise(abort, 'audit_entries is append-only'); end;
create trigger audit_entries_no_replace before insert on audit_entries
  when exists (select 1 from audit_entries where id = new.id)
  begin select raise(abort, 'audit_entries is append-only'); end;
