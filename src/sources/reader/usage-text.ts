import type { Tokens } from '../../model/event.ts';

/** How an event that only says what a response used reads. */
export function usageText({ input, output, cache_read, cache_write }: Tokens): string {
  return `${input + cache_read + cache_write} tokens in (${cache_read} cached), ${output} out`;
}
