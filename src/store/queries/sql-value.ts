/** What a statement of any engine takes in the place of a parameter. */
export type SqlValue = null | number | string | Uint8Array;
