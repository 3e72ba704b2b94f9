import { expect, test } from 'vitest';
import { imagesIn } from './images-in.ts';

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(40, 1),
]).toString('base64');
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(41, 2)]).toString('base64');
const gif = Buffer.from('GIF89a and more of it').toString('base64');
const webp = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBP'), Buffer.alloc(20)]).toString('base64');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');

test.each([
  [
    'a block with its source (Anthropic)',
    { message: { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }] } },
  ],
  ['a block with its type beside it (MCP, Pi)', { content: [{ type: 'image', data: png, mimeType: 'image/png' }] }],
  ['an address (OpenAI)', { content: [{ type: 'input_image', image_url: `data:image/png;base64,${png}` }] }],
  [
    'an address in an address (OpenAI)',
    { content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }] },
  ],
  ['inline data (Gemini)', { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] }],
  [
    'what was drawn (Codex)',
    { type: 'response_item', payload: { type: 'image_generation_call', id: 'ig_1', result: png } },
  ],
])('%s is found', (_, record) => {
  expect(imagesIn(JSON.stringify(record), { native_id: 'x' })).toEqual([
    { media_type: 'image/png', bytes: 48, base64: png },
  ]);
});

test('what a picture is, its first bytes say', () => {
  const block = (data: string) => ({ mime: 'image/png', data });
  expect(
    imagesIn(JSON.stringify([png, jpeg, gif, webp].map(block).reduce((all, one, at) => ({ ...all, [at]: one }), {})), {
      native_id: null,
    }).map(({ media_type, bytes }) => [media_type, bytes]),
  ).toEqual([
    ['image/png', 48],
    ['image/jpeg', 45],
    ['image/gif', 21],
    ['image/webp', 32],
  ]);
});

test.each([
  ['SVG, whatever it says it is', { a: `data:image/svg+xml;base64,${svg}`, b: { mimeType: 'image/png', data: svg } }],
  ['text that speaks of base64', { text: 'data:image/png;base64,' }],
  ['what is not base64', { mimeType: 'image/png', data: '<script>alert(1)</script>' }],
  ['data of another type', { mimeType: 'application/pdf', data: png }],
])('%s is no picture', (_, record) => {
  expect(imagesIn(JSON.stringify(record), { native_id: null })).toEqual([]);
});

test('of several results on one line each has its own, and the prompt beside them neither', () => {
  const result = (id: string, data: string) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
  });
  const line = JSON.stringify({
    uuid: 'u1',
    message: {
      content: [
        result('toolu_1', png),
        result('toolu_2', gif),
        { type: 'image', source: { media_type: 'image/jpeg', data: jpeg } },
      ],
    },
  });
  const typesFor = (native_id: string) => imagesIn(line, { native_id }).map(({ media_type }) => media_type);
  expect(typesFor('toolu_1')).toEqual(['image/png', 'image/jpeg']);
  expect(typesFor('toolu_2')).toEqual(['image/gif', 'image/jpeg']);
  expect(typesFor('u1')).toEqual(['image/jpeg']);
});

test('a repeated image counts once, and at most twenty are returned', () => {
  expect(
    imagesIn(JSON.stringify({ a: { mime: 'image/png', data: png }, b: `data:image/png;base64,${png}` }), {
      native_id: null,
    }),
  ).toHaveLength(1);
  const many = Array.from({ length: 1000 }, (_, at) => ({
    mime: 'image/gif',
    data: Buffer.from(`GIF89a ${at}`).toString('base64'),
  }));
  expect(imagesIn(JSON.stringify({ many }), { native_id: null })).toHaveLength(20);
});

test('a line that is torn, or nested without end, has none', () => {
  expect(imagesIn('{"mime":"image/png","data":"', { native_id: null })).toEqual([]);
  const deep = `${'{"a":'.repeat(5000)}{"mime":"image/png","data":"${png}"}${'}'.repeat(5000)}`;
  expect(imagesIn(deep, { native_id: null })).toEqual([]);
});
