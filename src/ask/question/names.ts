/** Inputs and questions have one name in camelCase; each door spells it in its own way. */

/** `minConfidence` as `min_confidence`: JSON over HTTP and MCP. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `minConfidence` as `min-confidence`: the command line. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
