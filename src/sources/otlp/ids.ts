import { hash } from 'node:crypto';

/** An id that may become part of a uid and of a path; for any other, its digest. */
export function plainId(id: string): string {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(id) ? id : digest(id);
}

export function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}
