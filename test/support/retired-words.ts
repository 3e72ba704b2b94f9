import { parseSync } from 'vite';

/** Ordinary English in a sentence; retired as a word of a name only. */
const fineInSentences = ['page', 'world', 'given', 'usual', 'least', 'most', 'beside', 'sure', 'say', 'said', 'word'];

/** Retired as a name of its own only: `ListPage` is a page of a list. */
const fineInNames = ['page'];

/**
 * Names about the words of a text, which is what `word` should mean; a comparison; a stored table; and fields that
 * session-buddy named.
 */
const fineNames =
  /^(?:word-?(?:finder|index|set)|(?:search|same|join|read|near)-?words|(?:is-?)?stop-?words?|indexed-?words?|words(?:-?(?:in|of))?|word-?at|is-?word|is-?word-?code|begins-?word|is-?at-?least|complaint-?table|most_used_(?:skill|count))$/i;

/** Properties and attributes whose values people read, in commands, questions, tools and components. */
const shownProperty = /^(?:summary|description|details|hint|title|label|name|note|placeholder|text|examples?)$/;
const shownAttribute = /^(?:title|label|aria-label|aria-valuetext|placeholder|alt|note|name|any|what)$/;

export interface RetiredTerm {
  readonly term: string;
  /** Its words, each in the singular. */
  readonly singular: string;
  /** What finds it in a sentence. */
  readonly inText: RegExp;
}

/** The last column of each table of the glossary, and what its section "Never" lists before a colon. */
export function retiredTerms(glossary: string): readonly RetiredTerm[] {
  const [tables = '', never = ''] = glossary.split('## Never');
  const replaced = [...tables.matchAll(/^\|.*\|([^|]*)\|$/gm)]
    .map(([, cell]) => cell!.trim())
    .filter((cell) => cell !== '' && cell !== 'replaces' && !cell.startsWith('---'))
    .flatMap((cell) => cell.split(', '));
  const banned = [...never.matchAll(/^`[^:]*:/gm)].flatMap(([list]) =>
    [...list.matchAll(/`([^`]+)`/g)].map(([, term]) => term!),
  );
  const terms = [...replaced, ...banned].map((term) => ({
    term,
    singular: wordsOf(term).map(singular).join(' '),
    inText: new RegExp(`\\b${wordsOf(term).join('[\\s-]+')}s?\\b`, 'i'),
  }));
  return [...new Map(terms.map((term) => [term.singular, term])).values()];
}

/** The retired terms in an identifier or the name of a file: `FileKnowledge`, `file-knowledge`, `fileKnowledge`. */
export function retiredInName(terms: readonly RetiredTerm[], name: string): readonly string[] {
  if (fineNames.test(name)) return [];
  const words = wordsOf(name).map(singular).join(' ');
  return terms
    .filter(({ singular: sought }) =>
      fineInNames.includes(sought) ? words === sought : ` ${words} `.includes(` ${sought} `),
    )
    .map(({ term }) => term);
}

/** The retired terms in a sentence. */
export function retiredInText(terms: readonly RetiredTerm[], text: string): readonly string[] {
  return terms
    .filter(({ singular: sought, inText }) => !fineInSentences.includes(sought) && inText.test(text))
    .map(({ term }) => term);
}

/** What a module exports by name, and the texts in it that people read: errors, help, descriptions and labels. */
export function namesAndTexts(path: string, source: string): { readonly names: string[]; readonly texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  const { program } = parseSync(path, source);
  for (const node of program.body as unknown as Node[]) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    const declaration = node['declaration'] as Node | null;
    const declared =
      (declaration?.['declarations'] as Node[] | undefined) ?? [declaration].filter((one) => one !== null);
    for (const { id } of declared) names.push(nameOf(id));
    for (const { exported } of node['specifiers'] as Node[]) names.push(nameOf(exported));
  }
  visit(program, (node) => {
    const shown = shownPart(node);
    if (shown !== undefined) texts.push(...literalsIn(shown));
  });
  return { names, texts: [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))] };
}

/** Every name and every comment of a module, whoever reads them. */
export function namesAndComments(
  path: string,
  source: string,
): { readonly names: ReadonlySet<string>; readonly comments: readonly string[] } {
  const names = new Set<string>();
  const { program, comments } = parseSync(path, source);
  visit(program, (node) => {
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') names.add(nameOf(node));
  });
  return { names, comments: comments.map(({ value }) => value.replaceAll(/\s*\n\s*\*? ?/g, ' ').trim()) };
}

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** The part of a node that people read, if there is one. */
function shownPart(node: Node): unknown {
  switch (node.type) {
    case 'NewExpression':
      return nameOf(node['callee']).endsWith('Error') ? node['arguments'] : undefined;
    case 'CallExpression':
      return nameOf(node['callee']) === 'describe' ? node['arguments'] : undefined;
    case 'Property':
      return shownProperty.test(nameOf(node['key'])) ? node['value'] : undefined;
    case 'JSXAttribute':
      return shownAttribute.test(nameOf(node['name'])) ? node['value'] : undefined;
    case 'JSXText':
    case 'JSXExpressionContainer':
      return node;
    default:
      return undefined;
  }
}

function literalsIn(part: unknown): readonly string[] {
  const found: string[] = [];
  visit(part, (node) => {
    if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string'))
      found.push(node['value'] as string);
    if (node.type === 'TemplateLiteral')
      found.push((node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'));
  });
  return found;
}

function nameOf(value: unknown): string {
  const node = value as Node;
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : '';
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (value === null || typeof value !== 'object') return;
  if (typeof (value as Node).type === 'string') see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

function singular(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
