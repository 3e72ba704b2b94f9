/** A file's own name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The same for a file and its tests, its types, its styles: `cart.ts`, `cart.test.ts`, `test_cart.py`,
 * `CartTest.java`.
 */
export function fileStem(path: string): string {
  return nameOf(path)
    .replace(/\..*$/, '')
    .toLowerCase()
    .replace(/^test[_-]|[_-]?(?:tests?|spec|stories)$/, '');
}
