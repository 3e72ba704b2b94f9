import type { Tokens } from '../../model/event.ts';
import type { Usage } from '../reader/draft-of.ts';
import type { Marker } from './markers.ts';

/** What one request used and cost, rounded as aider rounds it. What it sent includes what came from the cache. */
export function usageOf({ sent, written, hit, received, usd }: Extract<Marker, { is: 'tokens' }>): Usage {
  const tokens: Tokens = {
    input: Math.max(0, sent - hit - written),
    output: received,
    cache_read: hit,
    cache_write: written,
  };
  return { tokens, usd };
}
