import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../../src/platform/redact.ts';
import { randomFrom } from '../support/random.ts';
import { innocents } from './innocents.ts';
import { kinds } from './kinds.ts';
import { filled, pick, type Random } from './random-text.ts';
import { blockShapes, shapes } from './shapes.ts';

export interface Missed {
  readonly kind: string;
  readonly shape: string;
  readonly text: string;
}

export interface Found {
  readonly planted: number;
  readonly kinds: number;
  readonly shapes: number;
  readonly missed: readonly Missed[];
}

/** Plants secrets of every kind in every shape, and looks which of them redaction leaves. */
export function plantSecrets(seed: number, rounds: number): Found {
  const random = randomFrom(seed);
  const missed: Missed[] = [];
  let planted = 0;
  const plant = (kind: string, shape: string, text: string, isGone: (redacted: string) => boolean) => {
    planted++;
    if (!isGone(redact(text))) missed.push({ kind, shape, text });
  };
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds)
      for (const shape of shapes) {
        if (!shape.isLabelled && !kind.isKnownAlone) continue;
        const secret = kind.make(random);
        plant(kind.name, shape.name, shape.write(secret, kind.label), (redacted) => isGone(redacted, secret));
      }
    for (const shape of blockShapes) {
      const lines = Array.from({ length: 12 }, () => filled('<b64>', random));
      const pem = ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'].join('\n');
      plant('private-key', shape.name, shape.write(pem, 'KEY'), (redacted) =>
        lines.every((line) => !redacted.includes(line.slice(0, 48))),
      );
    }
  }
  return { planted, kinds: kinds.length + 1, shapes: shapes.length + blockShapes.length, missed };
}

/** Half of a secret is none; a third of it or more must not stay. */
function isGone(redacted: string, secret: string): boolean {
  const body = encodeURIComponent(secret) === secret ? [secret] : [secret, encodeURIComponent(secret)];
  return body.every((text) => {
    const piece = Math.max(6, Math.floor(text.length / 3));
    for (let at = 0; at + piece <= text.length; at += piece)
      if (redacted.includes(text.slice(at, at + piece)) && !isPublicPart(text.slice(at, at + piece))) return false;
    return true;
  });
}

/** The address of a webhook may stay, and the place of its key in it. */
function isPublicPart(piece: string): boolean {
  return /^https?:|^[\w.]*\.com|slack|office|discord|webhook/.test(piece);
}

export interface Touched {
  readonly kind: string;
  readonly text: string;
  readonly redacted: string;
}

interface Read {
  readonly lines: number;
  readonly kinds: number;
  readonly touched: readonly Touched[];
}

export function readInnocents(seed: number, rounds: number): Read {
  const random = randomFrom(seed);
  const made = Object.entries(innocents);
  const texts = Array.from({ length: rounds }, () => made.map(([kind, make]) => ({ kind, text: make(random) }))).flat();
  return { lines: texts.length, kinds: made.length, touched: touchedOf(texts) };
}

/** Lines of real sessions, taken at random: hardly any holds a secret. */
export function readSessions(folder: string, seed: number, lines: number): Read {
  const random = randomFrom(seed);
  const paths = globSync('**/*.{jsonl,json,md}', { cwd: folder }).toSorted();
  const texts: { readonly kind: string; readonly text: string }[] = [];
  while (texts.length < lines) {
    const kind = pick(random, paths);
    const all = readFileSync(join(folder, kind), 'utf8').split('\n');
    for (let count = 0; count < 100; count++) texts.push({ kind, text: pick(random, all) });
  }
  return { lines: texts.length, kinds: paths.length, touched: touchedOf(texts) };
}

function touchedOf(texts: readonly { readonly kind: string; readonly text: string }[]): readonly Touched[] {
  return texts
    .map(({ kind, text }) => ({ kind, text, redacted: redact(text) }))
    .filter(({ text, redacted }) => redacted !== text);
}

export interface Slow {
  readonly input: string;
  /** Nanoseconds of CPU for a byte, of a short text and of one eight times as long. */
  readonly short: number;
  readonly long: number;
}

/** Beginnings of secrets, repeated and followed by long runs: the longer text may not cost more for each byte. */
export function timeNasty(
  seed: number,
  bytes: number,
  share = 1,
): { readonly inputs: number; readonly slow: readonly Slow[] } {
  const random = randomFrom(seed);
  const slow: Slow[] = [];
  const inputs = [...nastyInputs(random)].filter(() => random() < share);
  for (const input of inputs) {
    const short = perByte(input.repeat(Math.ceil(bytes / input.length)));
    // A short text may be slow once, while code is compiled.
    if (short < suspicious) continue;
    const long = perByte(input.repeat(Math.ceil((8 * bytes) / input.length)));
    if (long > 3 * short || long > tooSlow) slow.push({ input: input.slice(0, 60), short, long });
  }
  return { inputs: inputs.length, slow };
}
const suspicious = 50;
const tooSlow = 5_000;

function perByte(text: string): number {
  const before = process.cpuUsage();
  redact(text);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / text.length;
}

function* nastyInputs(random: Random): Generator<string> {
  for (const { label, make } of kinds) {
    const secret = make(random);
    yield secret;
    for (const part of [4, 8, 12]) yield secret.slice(0, part);
    yield `${secret.slice(0, 6)}-`;
    yield `${label}=`;
    yield `${label}="`;
    yield `--${label.toLowerCase()} `;
  }
  yield* [
    'eyJ-',
    'eyJhbGciOi.',
    'eyJa.eyJb.',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n',
    'AAAA',
    '://',
    '://a:',
    '://a:b@',
  ];
  yield* [
    'Bearer ',
    'Basic QQ==',
    'cookie: a=',
    'sig=',
    'curl -u a',
    'mysql -p',
    ':5432:',
    ':AA',
    'MTA',
    'Q~',
    '.atlasv1.',
    '_mmk',
    '-us1',
  ];
  yield* [
    'kind: Secret\n',
    'kind: Secret\ndata:\n',
    'kind: Secret\ndata:\n  a: b\n',
    'data:\n  a: b\nkind: Secret\n',
    '"kind":"Secret","data":{',
    '\\',
    '\\n',
    '"',
    'x',
    '\u0000',
    'é',
    '𝒳',
  ];
}
