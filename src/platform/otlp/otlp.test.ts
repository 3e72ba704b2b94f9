import { ProtobufTraceSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../test/support/random.ts';
import { decode, DecodeError } from './decode.ts';
import { encode } from './encode.ts';
import { logsRequest, traceRequest } from './messages.ts';

const everything = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shöp' } }] },
      scopeSpans: [
        {
          scope: { name: 'x', version: '1' },
          spans: [
            {
              traceId: 'ab'.repeat(16),
              spanId: 'cd'.repeat(8),
              parentSpanId: 'ef'.repeat(8),
              name: 'chat',
              kind: 3,
              startTimeUnixNano: '1795053349841000001',
              endTimeUnixNano: '1795053349841717215',
              attributes: [
                { key: 'empty', value: { stringValue: '' } },
                { key: 'no', value: { boolValue: false } },
                { key: 'zero', value: { intValue: '0' } },
                { key: 'least', value: { intValue: '-9223372036854775808' } },
                { key: 'half', value: { doubleValue: 0.5 } },
                { key: 'bytes', value: { bytesValue: 'AAEC' } },
                { key: 'list', value: { arrayValue: { values: [{ intValue: '1' }, { stringValue: 'a' }] } } },
                { key: 'map', value: { kvlistValue: { values: [{ key: 'k', value: { stringValue: 'v' } }] } } },
              ],
              events: [{ timeUnixNano: '1', name: 'exception' }],
              links: [{ traceId: 'ab'.repeat(16), spanId: '12'.repeat(8), flags: 257 }],
              status: { message: 'no', code: 2 },
            },
          ],
        },
      ],
    },
  ],
};

test('a message comes back as it was written', () => {
  expect(decode(traceRequest, encode(traceRequest, everything))).toEqual(everything);
});

test("what OpenTelemetry's own serializers write says the same in protobuf and in JSON", () => {
  const memory = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] }).getTracer('x', '1');
  const context = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), traceFlags: 1 };
  const span = tracer.startSpan('chat m', {
    attributes: { a: 'ü', b: 1.5, c: true, d: ['x', 'y'] },
    links: [{ context, attributes: { k: 'v' } }],
  });
  span.addEvent('exception', { 'exception.message': 'boo' });
  span.setStatus({ code: 2, message: 'no' });
  span.end();
  const spans = memory.getFinishedSpans();
  const written = JSON.parse(Buffer.from(JsonTraceSerializer.serializeRequest(spans)!).toString()) as object;
  expect(decode(traceRequest, ProtobufTraceSerializer.serializeRequest(spans)!)).toEqual(written);
  expect(decode(traceRequest, encode(traceRequest, written))).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'chat m', status: { code: 2 }, events: [{}], links: [{}] }] }] }],
  });
});

test('fields of later versions are skipped', () => {
  const later = Buffer.from([
    0xf8, 0x07, 0x01, 0xfa, 0x07, 0x01, 0x2a, 0xfd, 0x07, 1, 2, 3, 4, 0xf9, 0x07, 1, 2, 3, 4, 5, 6, 7, 8,
  ]);
  expect(decode(traceRequest, Buffer.concat([later, encode(traceRequest, everything), later]))).toEqual(everything);
});

describe('is no message:', () => {
  test.each([
    ['a field that is longer than the rest', [0x0a, 0x05, 0x00], 'ends in the middle'],
    ['a length without end', [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 'more than five bytes'],
    ['another wire type', [0x08, 0x01], 'ExportTraceServiceRequest.resourceSpans has the wire type 0'],
    ['a group', [0x1b, 0x1c], 'wire type 3'],
    ['field 0', [0x02, 0x00], 'number 0'],
  ])('%s', (_, bytes, reason) => {
    const reading = () => decode(traceRequest, Buffer.from(bytes));
    expect(reading).toThrow(expect.objectContaining({ name: 'DecodeError', message: expect.stringContaining(reason) }));
  });
});

test('nor is one of more messages than anybody sends: each takes two bytes, and fifty as an object', () => {
  const bytes = Buffer.alloc(2_000_002);
  for (let at = 0; at < bytes.length; at += 2) bytes[at] = 0x0a;
  expect(() => decode(traceRequest, bytes)).toThrow('more than 1000000');
});

test('damaged bytes are decoded or refused, and nothing else', () => {
  const random = randomFrom(11);
  const whole = encode(traceRequest, everything);
  let refused = 0;
  for (let round = 0; round < 1_000; round++) {
    const bytes = Buffer.from(whole.subarray(0, random() < 0.2 ? random() * whole.length : undefined));
    for (let change = 0; change <= random() * 4 && bytes.length > 0; change++)
      bytes[Math.floor(random() * bytes.length)] = random() * 256;
    try {
      decode(round % 2 === 0 ? traceRequest : logsRequest, bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(200);
});
