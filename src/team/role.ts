/** `reader` asks; `writer` also pushes and enters; `admin` also removes what others pushed. Each can do what the former can. */
export const roles = ['reader', 'writer', 'admin'] as const;
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}
