/**
 * A line of the chat history, by its form alone. Everything aider itself writes ends in two spaces; replies of the
 * model do not, so that `#### Heading` in a reply is no prompt. Formatters strip those spaces; then only the form is
 * left.
 */
export type Form =
  | { readonly is: 'start'; readonly time: string }
  | { readonly is: 'user' | 'tool'; readonly text: string; readonly marked: boolean }
  | { readonly is: 'blank' }
  | { readonly is: 'plain'; readonly text: string; readonly marked: boolean };

export function formOf(line: string): Form {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
  const start = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/.exec(whole);
  if (start) return { is: 'start', time: start[1]! };
  const text = whole.trimEnd();
  if (text === '') return { is: 'blank' };
  const marked = whole.endsWith('  ');
  if (text === '####' || text.startsWith('#### ')) return { is: 'user', text: text.slice(5), marked };
  if (text === '>' || text.startsWith('> ')) return { is: 'tool', text: text.slice(2), marked };
  return { is: 'plain', text: whole, marked };
}
