import { isObject, list } from '../parse-records.ts';
import { wireOf } from './decode.ts';
import type { Field, Message } from './messages.ts';

/** OTLP's JSON as a protobuf message: the inverse of `decode`. Fields that the table does not know are left out. */
export function encode(message: Message, json: object): Buffer {
  return Buffer.concat(partsOf(message, json as Readonly<Record<string, unknown>>));
}

function partsOf({ fields, isOneOf }: Message, json: Readonly<Record<string, unknown>>): Buffer[] {
  return Object.entries(fields).flatMap(([number, field]) => {
    const value = json[field.name];
    if (value === undefined || value === null) return [];
    if (field.isList) return list(value).flatMap((item) => partOf(Number(number), field, item));
    return isOneOf || !isDefault(value) ? partOf(Number(number), field, value) : [];
  });
}

function isDefault(value: unknown): boolean {
  return value === 0 || value === '0' || value === '' || value === false;
}

function partOf(number: number, { type }: Field, value: unknown): Buffer[] {
  const tag = varint(BigInt(number * 8 + wireOf(type)));
  switch (type) {
    case 'string':
      return [tag, ...measured(Buffer.from(String(value)))];
    case 'bytes':
      return [tag, ...measured(Buffer.from(String(value), 'base64'))];
    case 'id':
      return [tag, ...measured(Buffer.from(String(value), 'hex'))];
    case 'bool':
      return [tag, varint(value === true ? 1n : 0n)];
    case 'int32':
    case 'int64':
      return [tag, varint(BigInt.asUintN(64, BigInt(value as number | string)))];
    case 'double': {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(Number(value));
      return [tag, bytes];
    }
    case 'fixed32': {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(Number(value));
      return [tag, bytes];
    }
    case 'fixed64': {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value as number | string));
      return [tag, bytes];
    }
    default:
      return [tag, ...measured(Buffer.concat(partsOf(type(), isObject(value) ? value : {})))];
  }
}

function measured(bytes: Buffer): [Buffer, Buffer] {
  return [varint(BigInt(bytes.length)), bytes];
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
