import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { knownModels, type KnownFile, type KnownModel } from '../../memory/embed/model/builds.ts';
import { sentenceEncoder } from '../../memory/embed/model/sentence-encoder.ts';
import { readVocabulary } from '../../memory/embed/model/vocabulary.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { fakeApp } from '../../testing/fake-app.ts';
import { writeOnnxBert, writtenBert } from '../../testing/onnx-bert.ts';

// A real file of the architecture of MiniLM, with one layer and random weights; the names and hashes of what is known
// are those of this file.
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const words = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  ...letters,
  ...letters.map((letter) => `##${letter}`),
].join('\n');
const weights = writeOnnxBert(writtenBert({ words: 64, width: 384, wide: 64, layers: 1 }), 'signed');
const pair = ['the file cannot be found', 'there is no such file'] as const;
const fileOf = (path: string, content: Buffer | string): KnownFile => ({
  path,
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: Buffer.byteLength(content),
});
let model: KnownModel;
beforeAll(() => {
  const [one, other] = sentenceEncoder(weights, readVocabulary('vocab.txt', words)).embed(pair) as [
    Float32Array,
    Float32Array,
  ];
  const cosine = one.reduce((sum, value, at) => sum + value * other[at]!, 0);
  const build = fileOf('onnx/model_quantized.onnx', weights);
  const home = 'http://127.0.0.1:9/';
  model = {
    ...knownModels[0]!,
    home,
    files: [build, fileOf('vocab.txt', words)],
    builds: [build],
    pairs: [{ texts: pair, cosine }],
  };
});

let home: string;
let server: Server | undefined;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'stemma-model-'))));
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(home, { recursive: true });
});
afterAll(() => rmSync(join(tmpdir(), 'stemma-model-files'), { recursive: true, force: true }));

function app(env: Record<string, string> = {}) {
  return fakeApp(home, { models: [model], machine: { home, env: { STEMMA_HOME: join(home, '.stemma'), ...env } } });
}

/** A folder as the hub has it. */
function folder(
  parts: Record<string, Buffer | string> = { 'onnx/model_quantized.onnx': weights, 'vocab.txt': words },
): string {
  const path = join(home, 'files');
  for (const [name, content] of Object.entries(parts)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}

type Answer = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

async function hub(answer: Answer): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const files: Record<string, Buffer> = {
    '/hub/onnx/model_quantized.onnx': weights,
    '/hub/vocab.txt': Buffer.from(words),
  };
  server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? 'whole'}`);
    answer(request, response, files[request.url!]!);
  });
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`, asked };
}

/** The files of a ZIP archive, packed. */
function zip(parts: Record<string, Buffer | string>): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x0403_4b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x0201_4b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(content), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...central, end]);
}

test('without a model the table is used, and the list names what can be added', async () => {
  const { code, out } = await app().run('model');
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('stemma model add minilm') });
  expect(JSON.parse((await app().run('model', '--json')).out)).toMatchObject({
    model: null,
    vectors: null,
    endpoint: null,
  });
  expect((await app().run('doctor')).out).toContain('the built-in table; `stemma model add minilm` finds more');
});

test('a model is downloaded, makes vectors of all failures, answers, and is removed again', async () => {
  await app().run('remember', 'the upload timed out', '--fix', 'wait');
  await app().run('remember', 'wrong password', '--fix', 'ask');
  const { url, asked } = await hub((_request, response, content) => response.end(content));
  const before = JSON.parse((await app().run('embed', 'a file', '--json')).out) as { vectors: number[][] };
  const added = await app({ STEMMA_MODEL_URL: url }).run('model', 'add', 'minilm', '--json');
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(added.out)).toMatchObject({
    model: { name: 'minilm', dimensions: 384, known: true, sha256: model.builds[0]!.sha256 },
    vectors: { made: 2, failures: 2 },
  });
  expect(asked).toEqual(['/hub/vocab.txt whole', '/hub/onnx/model_quantized.onnx whole']);
  const folderNames = readdirSync(join(home, '.stemma/models'));
  expect(folderNames).toEqual(['minilm']);

  const { vectors } = JSON.parse((await app().run('embed', 'a file', '--json')).out) as { vectors: number[][] };
  expect(vectors[0]).toHaveLength(384);
  expect(vectors[0]).not.toEqual(before.vectors[0]);
  expect(JSON.parse((await app().run('similar', 'the upload was too slow', '--json')).out)).toMatchObject({
    judged_by: 'all-MiniLM-L6-v2',
  });
  expect((await app().run('doctor')).out).toContain('all-MiniLM-L6-v2 beside the built-in table');

  expect(await app().run('model', 'remove', 'minilm')).toMatchObject({ code: 0 });
  expect(existsSync(join(home, '.stemma/models/minilm'))).toBe(false);
  await using store = await openArchive(join(home, '.stemma/stemma.db'), 'read');
  expect(await store.read.modelVectors(JSON.parse(added.out).model.id)).toEqual([]);
  expect(await app().run('model', 'remove', 'minilm')).toMatchObject({
    code: 1,
    err: expect.stringContaining('was not added'),
  });
});

test('an interrupted download continues where it stopped', async () => {
  let isCut = true;
  const { url, asked } = await hub((request, response, content) => {
    if (!request.url!.endsWith('.onnx')) return void response.end(content);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
    if (!isCut) return void response.end(content.subarray(from));
    response.write(content.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50));
  });
  const env = { STEMMA_MODEL_URL: url };
  expect(await app(env).run('model', 'add', 'minilm')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/ended after 100000 of/),
  });
  expect(await app().run('model')).toMatchObject({ out: expect.stringContaining('No model was added') });
  isCut = false;
  expect(await app(env).run('model', 'add', 'minilm')).toMatchObject({ code: 0 });
  expect(asked.at(-1)).toBe('/hub/onnx/model_quantized.onnx bytes=100000-');
  // Compared by the runner, a megabyte takes longer than the rest of the file.
  expect(readFileSync(join(home, '.stemma/models/minilm/model.onnx')).equals(weights)).toBe(true);
});

test('what has another hash, or is longer than it should be, is not kept', async () => {
  const other = await hub((_request, response, content) => response.end(Buffer.alloc(content.length)));
  expect(await app({ STEMMA_MODEL_URL: other.url }).run('model', 'add', 'minilm')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It is not the file that stemma knows'),
  });
  server!.close();
  const endless = await hub((_request, response, content) => response.end(Buffer.concat([content, content])));
  expect(await app({ STEMMA_MODEL_URL: endless.url }).run('model', 'add', 'minilm')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It is longer than'),
  });
  expect(readdirSync(join(home, '.stemma/models/minilm.new'))).toEqual([]);
});

test('without a network the error says how to bring it', async () => {
  expect(await app().run('model', 'add', 'minilm')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be reached[^]*--from FOLDER/),
  });
  const { url } = await hub((_request, response) => response.writeHead(404).end());
  expect(await app({ STEMMA_MODEL_URL: url }).run('model', 'add', 'minilm')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It answered 404'),
  });
});

test('it is taken from a folder, a file, a ZIP archive, with either kind of words', async () => {
  const vocabulary = Object.fromEntries(words.split('\n').map((word, id) => [word, id]));
  const tokenizer = JSON.stringify({ model: { vocab: vocabulary } });
  const places = [
    folder(),
    join(folder(), 'onnx/model_quantized.onnx'),
    join(folder({ 'a.jar': zip({ 'x/minilm-q.onnx': weights, 'x/minilm-q-tokenizer.json': tokenizer }) }), 'a.jar'),
  ];
  const ids = [];
  for (const place of places) {
    const { code, out, err } = await app().run('model', 'add', 'minilm', '--from', place, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    ids.push((JSON.parse(out) as { model: { id: string } }).model.id);
    expect(readFileSync(join(home, '.stemma/models/minilm/vocab.txt'), 'utf8').trim()).toBe(words);
  }
  expect(new Set(ids).size).toBe(1);
});

test('a file that is not known is used if it gives the vectors of the model, and said to be unknown', async () => {
  const inFloats = writeOnnxBert(writtenBert({ words: 64, width: 384, wide: 64, layers: 1 }), 'floats');
  const path = folder({ 'model.onnx': inFloats, 'vocab.txt': words });
  expect(await app().run('model', 'add', 'minilm', '--from', path)).toMatchObject({
    code: 0,
    err: expect.stringContaining('This is no file that stemma knows'),
  });
  const { out } = await app().run('model', '--json');
  expect(JSON.parse(out)).toMatchObject({ model: { known: false } });
});

test('what is another model, or none, is refused and what was there stays', async () => {
  expect(await app().run('model', 'add', 'minilm', '--from', folder())).toMatchObject({ code: 0 });
  const small = writeOnnxBert(writtenBert({ words: 64, width: 32, wide: 64, layers: 1 }), 'signed');
  const refused: readonly [Record<string, Buffer | string>, string][] = [
    [{ 'other/model.onnx': small, 'other/vocab.txt': words }, 'Its vectors have 32 dimensions'],
    [
      { 'other/model.onnx': weights, 'other/vocab.txt': words.split('\n').slice(0, 5).join('\n') },
      'alike; in all-MiniLM-L6-v2 they are',
    ],
    [{ 'other/model.onnx': 'nothing', 'other/vocab.txt': words }, 'cannot be used'],
    [{ 'other/model.onnx': weights, 'other/vocab.txt': 'a\nb\n' }, 'The vocabulary has no [UNK]'],
    [{ 'other/vocab.txt': words }, 'has no .onnx file'],
    [{ 'other/model.onnx': weights }, 'has no vocab.txt or tokenizer.json'],
  ];
  for (const [parts, why] of refused) {
    rmSync(join(home, 'files'), { recursive: true });
    const path = join(folder(parts), 'other');
    expect(await app().run('model', 'add', 'minilm', '--from', path)).toMatchObject({
      code: 1,
      err: expect.stringContaining(why),
    });
  }
  writeFileSync(join(home, 'text.txt'), 'no model');
  expect(await app().run('model', 'add', 'minilm', '--from', join(home, 'text.txt'))).toMatchObject({ code: 1 });
  expect(await app().run('model', 'add', 'minilm', '--from', join(home, 'missing'))).toMatchObject({ code: 1 });
  expect(JSON.parse((await app().run('model', '--json')).out)).toMatchObject({ model: { known: true } });
});

test('filling goes on where it stopped: what is there is not made again', async () => {
  for (const message of ['the upload timed out', 'wrong password']) await app().run('remember', message, '--fix', 'x');
  const { out } = await app().run('model', 'add', 'minilm', '--from', folder(), '--json');
  const { id } = (JSON.parse(out) as { model: { id: string } }).model;
  await app().run('remember', 'the disk is full', '--fix', 'x');
  expect((await app().run('model')).out).toContain('vectors of 2 of 3 failures');
  {
    // Not what the model would make: it stays if nobody makes it again.
    await using store = await openArchive(join(home, '.stemma/stemma.db'), 'write');
    const [first] = await store.read.modelVectors(id);
    await store.write.putModelVectors(id, [{ ...first!, vector: new Uint8Array(384).fill(7) }]);
  }
  expect((await app().run('model', 'fill')).out).toContain('vectors of all 3 failures');
  await using store = await openArchive(join(home, '.stemma/stemma.db'), 'read');
  expect((await store.read.modelVectors(id)).filter(({ vector }) => vector.every((value) => value === 7))).toHaveLength(
    1,
  );
});

test('a damaged model is reported and the table answers', async () => {
  await app().run('remember', 'the upload timed out', '--fix', 'wait');
  await app().run('model', 'add', 'minilm', '--from', folder());
  const file = join(home, '.stemma/models/minilm/model.onnx');
  writeFileSync(file, readFileSync(file).subarray(0, 100_000));
  // As another process finds it: this one has it in memory.
  const facts = join(home, '.stemma/models/minilm/model.json');
  writeFileSync(facts, readFileSync(facts, 'utf8').replace(/"id": "[^"]*"/, '"id": "damaged"'));
  const { code, out, err } = await app().run('similar', 'the upload was too slow', '--json');
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("stemma's own table is used") });
  expect(JSON.parse(out)).toMatchObject({ judged_by: null });
});

test('wrong words are refused with what is allowed', async () => {
  expect(await app().run('model', 'grow')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Actions: list, add, fill, remove'),
  });
  expect(await app().run('model', 'add')).toMatchObject({ code: 2, err: expect.stringContaining('Models: minilm') });
  expect(await app().run('model', 'add', 'gpt')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no model "gpt"'),
  });
  expect(await app().run('model', 'list', '--from', 'x')).toMatchObject({ code: 2 });
  expect(await app().run('model', 'fill')).toMatchObject({
    code: 1,
    err: expect.stringContaining('stemma model add minilm'),
  });
});
