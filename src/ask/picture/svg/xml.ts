type Attributes = Readonly<Record<string, string | number>>;

/** An element without content. */
export function element(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

/** A line of text. Whatever it says, it is text. */
export function text(words: string, attributes: Attributes): string {
  return `<text${written(attributes)}>${escaped(words)}</text>`;
}

/**
 * Text as it may stand between tags and in attributes. The pictures' texts have no characters that XML forbids: see
 * text.ts.
 */
export function escaped(words: string): string {
  return words.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Math.round(value * 10) / 10 : escaped(value)}"`)
    .join('');
}
