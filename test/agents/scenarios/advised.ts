import type { Finding } from '../capture/capability.ts';
import type { Past } from './script.ts';

/**
 * Whether the model was told what worked before, after the first failure and never again, and that it runs in a
 * circle after the third.
 */
export function advised({ worked }: Past, requests: readonly string[]): readonly Finding[] {
  const last = requests.at(-1) ?? '';
  const times = (text: string) => last.split(text).length - 1;
  const told = requests.findIndex((request) => request.includes('Note from stemma'));
  const check = (what: string, isRight: boolean, found: string): Finding => ({
    capability: 'advice',
    what,
    ...(isRight ? {} : { wrong: found }),
  });
  return [
    check(
      'what worked before',
      told >= 0 && requests[told]!.includes(`${worked}\` worked instead`),
      told < 0 ? 'nothing was said' : (/Note from stemma[^"]{0,400}/.exec(requests[told]!)?.[0] ?? ''),
    ),
    check(
      'said after the first failure, once',
      told === 1 && times('failed in the same way before') === 1,
      `${times('failed in the same way before')} times, first in request ${told + 1}`,
    ),
    check(
      'the circle, once',
      times('no change in between was seen') === 1,
      `${times('no change in between was seen')} times`,
    ),
  ];
}
