export function clientTypes(document: object, options?: { readonly immutable?: boolean }): Promise<string>;
