import type { JsonObject } from '../parse-records.ts';
import type { Field, FieldType, Message } from './messages.ts';

/** Bytes that are not the message they should be. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** Protobuf's own libraries go no deeper. */
const deepest = 100;
/** An empty message takes two bytes and becomes an object of fifty. */
const maxMessages = 1_000_000;

/**
 * A protobuf message as OTLP's JSON has it: names in camel case, ids in hexadecimal, 64-bit numbers as text. Fields
 * that the table does not know are skipped. Throws a `DecodeError` for anything that is no such message.
 */
export function decode(message: Message, bytes: Uint8Array): JsonObject {
  return new Decoder(bytes).message(message, bytes.length, 0);
}

class Decoder {
  readonly #bytes: Buffer;
  #at = 0;
  #messages = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  message({ name, fields, isOneOf }: Message, end: number, depth: number): JsonObject {
    if (depth > deepest) throw new DecodeError(`${name} is nested more than ${deepest} levels deep.`);
    if (++this.#messages > maxMessages) throw new DecodeError(`It holds more than ${maxMessages} messages.`);
    let found: Record<string, unknown> = {};
    while (this.#at < end) {
      const tag = this.#varint(end);
      const [number, wire] = [Math.floor(tag / 8), tag % 8];
      const field = fields[number];
      if (number === 0) throw new DecodeError(`${name} has a field with the number 0.`);
      if (!field) {
        this.#skip(name, wire, end);
        continue;
      }
      if (wire !== wireOf(field.type)) throw new DecodeError(`${name}.${field.name} has the wire type ${wire}.`);
      const value = this.#value(field, end, depth);
      if (isOneOf) found = { [field.name]: value };
      else if (field.isList) ((found[field.name] ??= []) as unknown[]).push(value);
      else found[field.name] = value;
    }
    return found;
  }

  #value({ type }: Field, end: number, depth: number): unknown {
    switch (type) {
      case 'string':
        return this.#stretch(end).toString();
      case 'bytes':
        return this.#stretch(end).toString('base64');
      case 'id':
        return this.#stretch(end).toString('hex');
      case 'bool':
        return this.#varint64(end) !== 0n;
      case 'int32':
        return Number(BigInt.asIntN(32, this.#varint64(end)));
      case 'int64':
        return String(BigInt.asIntN(64, this.#varint64(end)));
      case 'double':
        return this.#bytes.readDoubleLE(this.#take(8, end));
      case 'fixed32':
        return this.#bytes.readUInt32LE(this.#take(4, end));
      case 'fixed64':
        return String(this.#bytes.readBigUInt64LE(this.#take(8, end)));
      default: {
        const length = this.#varint(end);
        const start = this.#take(length, end);
        this.#at = start;
        return this.message(type(), start + length, depth + 1);
      }
    }
  }

  #skip(name: string, wire: number, end: number): void {
    if (wire === 0) this.#varint64(end);
    else if (wire === 1) this.#take(8, end);
    else if (wire === 2) this.#stretch(end);
    else if (wire === 5) this.#take(4, end);
    else throw new DecodeError(`${name} has a field with the wire type ${wire}.`);
  }

  #stretch(end: number): Buffer {
    const length = this.#varint(end);
    const start = this.#take(length, end);
    return this.#bytes.subarray(start, start + length);
  }

  /** Where the next bytes begin. */
  #take(length: number, end: number): number {
    const start = this.#at;
    if (length > end - start) throw new DecodeError('It ends in the middle of a field.');
    this.#at = start + length;
    return start;
  }

  /** A length or a tag: small, so that it needs no BigInt. */
  #varint(end: number): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.#bytes[this.#take(1, end)]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new DecodeError('It holds a length of more than five bytes.');
  }

  #varint64(end: number): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#take(1, end)]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new DecodeError('It holds a number of more than ten bytes.');
  }
}

export function wireOf(type: FieldType): number {
  switch (type) {
    case 'bool':
    case 'int32':
    case 'int64':
      return 0;
    case 'double':
    case 'fixed64':
      return 1;
    case 'fixed32':
      return 5;
    default:
      return 2;
  }
}
