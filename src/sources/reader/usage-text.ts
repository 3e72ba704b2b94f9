import type { Tokens } from '../../model/event.ts';

/** The text of an event that only has the usage of a response. */
export function usageText({ input, output, cache_read, cache_write }: Tokens): string {
  return `${input + cache_read + cache_write} tokens in (${cache_read} cached), ${output} out`;
}
