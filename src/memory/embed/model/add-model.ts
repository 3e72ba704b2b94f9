import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StemmaError } from '../../../model/stemma-error.ts';
import { allowedDifference, type KnownFile, type KnownModel } from './builds.ts';
import { download, type DownloadOptions } from './download.ts';
import { findModelFiles, type ModelFiles } from './find-model-files.ts';
import {
  factsFile,
  installedModel,
  modelFolder,
  weightsFile,
  vocabularyFile,
  type InstalledModel,
} from './installed.ts';
import { sentenceEncoder, type SentenceEncoder } from './sentence-encoder.ts';
import { readVocabulary, writeVocabulary } from './vocabulary.ts';

export interface AddOptions extends Omit<DownloadOptions, 'onProgress'> {
  readonly home: string;
  readonly now: number;
  /** A file, folder or archive to take it from; downloaded when absent. */
  readonly from?: string;
  /** Where it is downloaded from instead of its own home. */
  readonly mirror?: string;
  readonly onProgress?: (bytes: number, total: number) => void;
}

/**
 * Brings a model into stemma's home. A known file is recognised by its hash; any other must give the vectors that the
 * model is known for. What was there before is replaced at the end, in one step.
 */
export async function addModel(model: KnownModel, options: AddOptions): Promise<InstalledModel> {
  const { home, now, from } = options;
  const folder = modelFolder(home, model.name);
  const incoming = `${folder}.new`;
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const files = from === undefined ? await downloaded(model, incoming, options) : findModelFiles(from);
  const sha256 = createHash('sha256').update(files.weights).digest('hex');
  const known = model.builds.some((build) => build.sha256 === sha256);
  const vocabulary = wordsOf(files, from ?? model.home);
  const encoder = encoderOf(files, vocabulary, from ?? model.home);
  checkVectors(model, encoder, from ?? model.home);

  for (const [name, content] of [
    [weightsFile, files.weights],
    [vocabularyFile, writeVocabulary(vocabulary)],
    [
      factsFile,
      `${JSON.stringify(
        {
          name: model.name,
          title: model.title,
          id: `${model.title}@${sha256.slice(0, 12)}`,
          dimensions: encoder.dimensions,
          sha256,
          bytes: files.weights.length,
          known,
          added_at: new Date(now).toISOString(),
        } satisfies Omit<InstalledModel, 'folder'>,
        null,
        2,
      )}\n`,
    ],
  ] as const)
    writeFileSync(join(incoming, name), content, { mode: 0o600 });
  rmSync(folder, { recursive: true, force: true });
  renameSync(incoming, folder);
  return installedModel(home)!;
}

/** True if there was one. */
export function removeModel(home: string, name: string): boolean {
  const folder = modelFolder(home, name);
  const isThere = installedModel(home)?.name === name;
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.new`, { recursive: true, force: true });
  return isThere;
}

async function downloaded(
  { files, home: address }: KnownModel,
  folder: string,
  { mirror, onProgress, signal }: AddOptions,
): Promise<ModelFiles> {
  const base = new URL(mirror ?? address);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const total = files[0].bytes + files[1].bytes;
  let before = 0;
  const bring = async (file: KnownFile, name: string): Promise<Buffer> => {
    const path = join(folder, `${name}.whole`);
    await download(new URL(file.path, base), file, path, {
      ...(signal && { signal }),
      onProgress: (bytes) => onProgress?.(before + bytes, total),
    });
    before += file.bytes;
    const content = readFileSync(path);
    rmSync(path);
    return content;
  };
  const words = await bring(files[1], vocabularyFile);
  const weights = await bring(files[0], weightsFile);
  return { weights, words: { name: vocabularyFile, text: words.toString('utf8') } };
}

function wordsOf({ words }: ModelFiles, place: string): ReadonlyMap<string, number> {
  try {
    return readVocabulary(words.name, words.text);
  } catch (cause) {
    throw notThisModel(place, `Its words in ${words.name} cannot be read: ${(cause as Error).message}`, cause);
  }
}

function encoderOf({ weights }: ModelFiles, vocabulary: ReadonlyMap<string, number>, place: string): SentenceEncoder {
  try {
    return sentenceEncoder(weights, vocabulary);
  } catch (cause) {
    throw notThisModel(place, (cause as Error).message, cause);
  }
}

/** Also of a known file: its words may be those of another model. */
function checkVectors({ title, dimensions, pairs }: KnownModel, encoder: SentenceEncoder, place: string): void {
  if (encoder.dimensions !== dimensions)
    throw notThisModel(
      place,
      `Its vectors have ${encoder.dimensions} dimensions; those of ${title} have ${dimensions}.`,
    );
  for (const { texts, cosine } of pairs) {
    const [one, other] = encoder.embed(texts) as [Float32Array, Float32Array];
    const found = one.reduce((sum, value, at) => sum + value * other[at]!, 0);
    // Written so that a vector of no numbers fails too.
    if (!(Math.abs(found - cosine) <= allowedDifference))
      throw notThisModel(
        place,
        `"${texts[0]}" and "${texts[1]}" are ${found.toFixed(2)} alike; in ${title} they are ${cosine.toFixed(2)}.`,
      );
  }
}

function notThisModel(place: string, what: string, cause?: unknown): StemmaError {
  return new StemmaError('not-a-model', `The model in ${place} cannot be used. ${what}`, {
    hint: 'Take model_quantized.onnx or model.onnx of all-MiniLM-L6-v2, with its own vocab.txt or tokenizer.json. Optimised builds are not supported.',
    cause,
  });
}
