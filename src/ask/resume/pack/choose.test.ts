import { expect, test } from 'vitest';
import type { EventId } from '../../../model/ids.ts';
import { choose } from './choose.ts';
import type { Offered, OfferedSection } from './line.ts';
import { termsOf } from './topics.ts';

const step = 'ev_1' as EventId;
const line = (text: string, worth: number): Offered => ({ text, worth, step });
const shown = [{ text: 'the sum of the till starts at one', step }];
const chosen = (sections: readonly OfferedSection[], room: number): readonly string[] =>
  choose(sections, { room, whole: room, topics: () => 1, shown }).flatMap(({ lines }) => lines.map(({ text }) => text));

test('the last request is there, though earlier ones say more that is new and would fill its section', () => {
  const last = 'the sum of the till starts at one';
  const earlier = ['plant an oak beside every elm and ash', 'water firs, yews, box and holly weekly'];
  const asked = { title: 'Asked', lines: [line(last, 100), ...earlier.map((text) => line(text, 97))], share: 0.3 };
  expect(chosen([asked], 300)).toContain(last);
});

test('a section of what is new leaves out what is there already; one that counts in full does not', () => {
  const lines = [line('the sum of the till starts at one', 60), line('plant an oak beside every elm', 50)];
  expect(chosen([{ title: 'Noted', lines, onlyNew: true }], 1000)).toEqual(['plant an oak beside every elm']);
  expect(chosen([{ title: 'Open errors', lines, countsInFull: true }], 1000)).toHaveLength(2);
});

test('terms of a line are its words and the parts of its names', () => {
  expect([...termsOf('Run src/cart.ts')]).toEqual(expect.arrayContaining(['run', 'src', 'cart', 'src/cart.ts']));
});
