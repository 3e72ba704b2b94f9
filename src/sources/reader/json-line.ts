import { parseJson } from '../../platform/parse-json.ts';

/** JSON from a column or a small file, on one line. Anything else becomes a text. */
export function onOneLine(json: unknown): string {
  if (typeof json !== 'string') return 'null';
  // The usual format of columns, of which there are hundreds of thousands.
  if (json.startsWith('{') && json.endsWith('}') && !json.includes('\n')) return json;
  try {
    return JSON.stringify(parseJson(json));
  } catch {
    return JSON.stringify(json);
  }
}
