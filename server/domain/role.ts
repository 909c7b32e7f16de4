/** A person's roles in a store, each including the permissions of the previous ones. */
export const roles = ["read_only", "staff", "owner"] as const;

export type Role = (typeof roles)[number];

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

/** Whether a role includes the permissions of another. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
