/** A value for a parameter of any database. */
export type SqlValue = null | number | string | Uint8Array;
