/** JSON that stands in a column or a small file, on one line. Something that is no JSON stays readable: as a text. */
export function onOneLine(json: unknown): string {
  if (typeof json !== 'string') return 'null';
  // As OpenCode writes its columns; their lines are made by the hundred thousand.
  if (json.startsWith('{') && json.endsWith('}') && !json.includes('\n')) return json;
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return JSON.stringify(json);
  }
}
