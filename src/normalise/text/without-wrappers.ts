/**
 * A prompt without what a harness put before it: `<ide_opened_file>…</ide_opened_file>`, `[image]`, an attached block of
 * code. '' when there is nothing else. Tags without a dash or underscore are people's own: they paste HTML.
 */
export function withoutWrappers(prompt: string): string {
  let text = prompt.trimStart();
  for (let times = 0; times < maxWrappers; times++) {
    const rest = afterTag(text) ?? afterImage(text) ?? afterCode(text);
    if (rest === undefined) return text;
    text = rest.trimStart();
  }
  return text;
}

const maxWrappers = 50;

function afterTag(text: string): string | undefined {
  const [open, name] = /^<([a-z]+(?:[-_][a-z]+)+)(?:\s[^<>]{0,200})?>/i.exec(text) ?? [];
  if (open === undefined) return undefined;
  const close = text.indexOf(`</${name}>`);
  return close < 0 ? undefined : text.slice(close + name!.length + 3);
}

function afterImage(text: string): string | undefined {
  const [image] = /^\[image[^\]\n]{0,40}\]/i.exec(text) ?? [];
  return image === undefined ? undefined : text.slice(image.length);
}

/** Only where something follows: code alone is all there is. */
function afterCode(text: string): string | undefined {
  if (!text.startsWith('```')) return undefined;
  const end = text.indexOf('\n```', 3);
  const rest = end < 0 ? '' : text.slice(end + 4);
  return rest.trim() === '' ? undefined : rest;
}
