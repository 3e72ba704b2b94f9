import { StemmaError } from '../model/stemma-error.ts';
import { redact } from '../platform/redact.ts';

/** Why a tool gave no answer, as text its caller can act on. An unexpected error is reported without its stack. */
export function failed(error: unknown): {
  readonly isError: true;
  readonly content: { readonly type: 'text'; readonly text: string }[];
} {
  return { isError: true, content: [{ type: 'text', text: redact(wordsOf(error)) }] };
}

function wordsOf(error: unknown): string {
  if (error instanceof StemmaError) return `${error.code}: ${error.message}\n${error.hint}`;
  const message = error instanceof Error ? error.message : String(error);
  return `internal-error: ${message}\nThis is a bug in stemma. Other questions may still work; \`stemma doctor\` looks for damage in the archive.`;
}
