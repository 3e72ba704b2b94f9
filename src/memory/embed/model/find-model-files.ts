import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StemmaError } from '../../../model/stemma-error.ts';
import { readZip, type ZipEntry } from '../../../platform/files/read-zip.ts';

/** The two files of a model, wherever they come from. */
export interface ModelFiles {
  readonly weights: Buffer;
  readonly words: { readonly name: string; readonly text: string };
}

/** No file of a small model is larger; whatever is was named by mistake. */
export const maxBytes = 200_000_000;

interface Candidate {
  readonly name: string;
  readonly bytes: number;
  readonly read: () => Buffer;
}

/**
 * The files of a model in a folder (or its `onnx` folder), in a ZIP archive or a jar, or an `.onnx` file with its words
 * beside it. Of several models the one in integers is taken: it is as good and a quarter of the size.
 */
export function findModelFiles(path: string): ModelFiles {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info)
    throw new StemmaError('path-not-found', `There is no ${path}.`, {
      hint: 'Name a folder, a ZIP archive or an .onnx file.',
    });
  if (info.isDirectory()) return chosen(path, [...filesIn(path), ...filesIn(join(path, 'onnx'))]);
  if (path.endsWith('.onnx')) {
    const siblings = [...filesIn(dirname(path)), ...filesIn(dirname(dirname(path)))];
    return chosen(path, [fileAt(path), ...siblings.filter(({ name }) => !name.endsWith('.onnx'))]);
  }
  const entries = readZip(fileAt(path).read());
  if (!entries) throw notAModel(path, 'is neither a folder, nor a ZIP archive, nor an .onnx file');
  return chosen(path, entries.map(fromZip));
}

function chosen(path: string, files: readonly Candidate[]): ModelFiles {
  const weights = files
    .filter(({ name }) => name.endsWith('.onnx'))
    .toSorted((a, b) => Number(isRounded(b.name)) - Number(isRounded(a.name)) || a.bytes - b.bytes)[0];
  const words =
    files.find(({ name }) => basename(name) === 'vocab.txt') ??
    files.find(({ name }) => name.endsWith('tokenizer.json'));
  if (!weights) throw notAModel(path, 'has no .onnx file');
  if (!words) throw notAModel(path, 'has no vocab.txt or tokenizer.json');
  return { weights: weights.read(), words: { name: words.name, text: words.read().toString('utf8') } };
}

function isRounded(name: string): boolean {
  return /quant|int8|-q\b/i.test(name);
}

function filesIn(folder: string): readonly Candidate[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).toSorted();
  } catch {
    return [];
  }
  return names.filter((name) => /\.(?:onnx|txt|json)$/.test(name)).map((name) => fileAt(join(folder, name)));
}

function fileAt(path: string): Candidate {
  const bytes = statSync(path).size;
  return { name: path, bytes, read: () => readFileSync(within(path, bytes) && path) };
}

function fromZip({ name, bytes, read }: ZipEntry): Candidate {
  return { name, bytes, read: () => (within(name, bytes) ? read() : Buffer.alloc(0)) };
}

function within(name: string, bytes: number): true {
  if (bytes <= maxBytes) return true;
  throw notAModel(
    name,
    `has ${Math.round(bytes / 1e6)} MB, and no model that stemma runs has more than ${maxBytes / 1e6}`,
  );
}

function notAModel(path: string, what: string): StemmaError {
  return new StemmaError('not-a-model', `${path} ${what}.`, {
    hint: 'all-MiniLM-L6-v2 is needed in the ONNX format: model.onnx or model_quantized.onnx, with vocab.txt or tokenizer.json.',
  });
}
