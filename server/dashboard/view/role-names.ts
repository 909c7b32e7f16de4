import type { Role } from "../../domain/role.ts";

/** Display names. */
export const roleNames: Record<Role, { name: string; may: string }> = {
  owner: { name: "Owner", may: "full access" },
  staff: { name: "Staff", may: "orders and products" },
  read_only: { name: "Read only", may: "can view orders and products" },
};
