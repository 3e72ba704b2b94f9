import type { Finding } from '../capture/capability.ts';
import type { Past } from './script.ts';

/**
 * Whether the model got the known fix after the first failure and never again, and a note about repetition after the
 * third.
 */
export function advised({ worked }: Past, requests: readonly string[]): readonly Finding[] {
  const last = requests.at(-1) ?? '';
  const times = (text: string) => last.split(text).length - 1;
  const noted = requests.findIndex((request) => request.includes('Note from stemma'));
  const check = (what: string, isRight: boolean, found: string): Finding => ({
    capability: 'advice',
    what,
    ...(isRight ? {} : { wrong: found }),
  });
  return [
    check(
      'what worked before',
      noted >= 0 && requests[noted]!.includes(`${worked}\` worked instead`),
      noted < 0 ? 'nothing was said' : (/Note from stemma[^"]{0,400}/.exec(requests[noted]!)?.[0] ?? ''),
    ),
    check(
      'said after the first failure, once',
      noted === 1 && times('failed in the same way before') === 1,
      `${times('failed in the same way before')} times, first in request ${noted + 1}`,
    ),
    check(
      'the circle, once',
      times('no change in between was seen') === 1,
      `${times('no change in between was seen')} times`,
    ),
  ];
}
