import { describe, expect, test } from 'vitest';
import { parseAnsi, plainText } from './ansi.ts';

const seen = (output: string) => parseAnsi(output).map(({ text, colour, bold }) => [text, colour, bold] as const);

test('colours are kept and end at a reset', () => {
  expect(seen('a \x1b[31mred\x1b[39m \x1b[1;32mok\x1b[0m.')).toEqual([
    ['a ', null, false],
    ['red', 'rubric', false],
    [' ', null, false],
    ['ok', 'verdigris', true],
    ['.', null, false],
  ]);
});

test('256 colours and true colours map to the nearest of eight, and their parameters are not read as codes', () => {
  expect(seen('\x1b[38;5;196mA\x1b[38;2;20;200;30mB\x1b[48;5;1mC')).toEqual([
    ['A', 'rubric', false],
    ['BC', 'verdigris', false],
  ]);
});

describe('every other escape is dropped', () => {
  test.each([
    ['a link', '\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\', 'click'],
    ['a title', '\x1b]0;pwned\x07text', 'text'],
    ['cursor movements', 'a\x1b[2J\x1b[1;1Hb', 'ab'],
    ['a device string', '\x1bPq#0;2;0\x1b\\b', 'b'],
    ['private modes', '\x1b[?1049hx\x1b[?25l', 'x'],
    ['a reset', '\x1bcx', 'x'],
    ['eight-bit controls', '\x9b31mx\x85', 'x'],
    ['a bell and a backspace', 'a\x07\x08b', 'ab'],
    ['text direction controls', 'a\u202egnp.exe\u2066', 'agnp.exe'],
    ['a string that never ends', 'a\x1b]0;never', 'a'],
    ['an escape at the end', 'a\x1b', 'a'],
  ])('%s', (_, output, text) => {
    expect(
      parseAnsi(output)
        .map((each) => each.text)
        .join(''),
    ).toBe(text);
    expect(plainText(output)).toBe(text);
  });
});

test('an overwritten line is shown as it was at the end', () => {
  expect(seen('10 %\r50 %\r100 %\ndone\r\n')).toEqual([['100 %\ndone\n', null, false]]);
});
