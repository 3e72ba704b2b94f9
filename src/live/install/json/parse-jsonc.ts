/** A value of a JSON text and its position. Comments and trailing commas are accepted, as editors write them. */
export type Node = ObjectNode | ArrayNode | ScalarNode;

interface Span {
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
}

export interface ObjectNode extends Span {
  readonly kind: 'object';
  readonly children: readonly Member[];
}

export interface ArrayNode extends Span {
  readonly kind: 'array';
  readonly children: readonly Element[];
}

export interface ScalarNode extends Span {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

/** Something in an object or a list: from its first character to its last, and the comma behind it if there is one. */
export interface Element extends Span {
  readonly node: Node;
  readonly comma: number | undefined;
}

export interface Member extends Element {
  readonly key: string;
}

/** Why a text is no JSON, with the line to look at. */
export class JsoncError extends Error {
  override readonly name = 'JsoncError';
}

export function parseJsonc(text: string): Node {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  at = skipTrivia(text, at);
  const { node, next } = value(text, at, 0);
  at = skipTrivia(text, next);
  if (at < text.length) throw wrong(text, at, 'there is more after its end');
  return node;
}

/** The plain value. Of members with the same name the last counts. */
export function valueOf(node: Node): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.children.map((child) => valueOf(child.node));
  return Object.fromEntries(node.children.map((child) => [child.key, valueOf(child.node)]));
}

export function memberOf(node: Node, key: string): Member | undefined {
  return node.kind === 'object' ? node.children.findLast((child) => child.key === key) : undefined;
}

/** Behind white space and comments. */
export function skipTrivia(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && ' \t\r\n'.includes(text[at]!)) at += 1;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      if (end < 0) throw wrong(text, at, 'a comment is not closed');
      at = end + 2;
    } else {
      return at;
    }
  }
}

interface Read {
  readonly node: Node;
  readonly next: number;
}

const deepest = 1_000;

function value(text: string, at: number, depth: number): Read {
  if (depth > deepest) throw wrong(text, at, 'it is nested too deeply');
  if (text[at] === '{' || text[at] === '[') return container(text, at, depth);
  const scalar = at < text.length ? scalarAt(text, at) : undefined;
  if (!scalar)
    throw wrong(text, at, at < text.length ? `${JSON.stringify(text[at])} is not expected here` : 'it ends too early');
  return { node: scalar, next: scalar.end };
}

function container(text: string, start: number, depth: number): Read {
  const isObject = text[start] === '{';
  const close = isObject ? '}' : ']';
  const children: Member[] = [];
  let at = skipTrivia(text, start + 1);
  while (text[at] !== close) {
    if (children.length > 0 && children.at(-1)!.comma === undefined)
      throw wrong(text, at, `"," or "${close}" is missing`);
    const first = at;
    let key = '';
    if (isObject) {
      const name = scalarAt(text, at);
      if (typeof name?.value !== 'string') throw wrong(text, at, 'a name in double quotes is missing');
      key = name.value;
      at = skipTrivia(text, name.end);
      if (text[at] !== ':') throw wrong(text, at, '":" is missing');
      at = skipTrivia(text, at + 1);
    }
    const { node, next } = value(text, at, depth + 1);
    at = skipTrivia(text, next);
    const comma = text[at] === ',' ? at : undefined;
    if (comma !== undefined) at = skipTrivia(text, at + 1);
    children.push({ key, node, start: first, end: next, comma });
  }
  return { node: { kind: isObject ? 'object' : 'array', children, start, end: at + 1 }, next: at + 1 };
}

const scalars = /"(?:[^"\\\u0000-\u001f]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function scalarAt(text: string, at: number): ScalarNode | undefined {
  scalars.lastIndex = at;
  const found = scalars.exec(text)?.[0];
  if (found === undefined) return undefined;
  try {
    return { kind: 'scalar', value: JSON.parse(found) as ScalarNode['value'], start: at, end: at + found.length };
  } catch {
    return undefined;
  }
}

function wrong(text: string, at: number, what: string): JsoncError {
  return new JsoncError(`line ${text.slice(0, at).split('\n').length}: ${what}`);
}
