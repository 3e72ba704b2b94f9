import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { KnownFile } from './builds.ts';

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Brings one file to `path`, and only the one whose hash is known. What came before an interruption is kept in
 * `path.part` and the rest asked for the next time.
 */
export async function download(
  url: URL,
  { sha256, bytes }: KnownFile,
  path: string,
  options: DownloadOptions = {},
): Promise<void> {
  const part = `${path}.part`;
  let have = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  if (have > bytes) {
    rmSync(part);
    have = 0;
  }
  if (have < bytes) await fetchRest(url, { have, bytes }, part, options);
  const found = await hashOf(part);
  if (found !== sha256) {
    rmSync(part);
    throw failed(
      url,
      `It is not the file that stemma knows: its SHA-256 is ${found}, not ${sha256}. Nothing was kept.`,
    );
  }
  renameSync(part, path);
}

async function fetchRest(
  url: URL,
  { have, bytes }: { readonly have: number; readonly bytes: number },
  part: string,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  const quiet = AbortSignal.timeout(patience);
  let response: Response;
  try {
    response = await fetch(url, {
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
      signal: signal ? AbortSignal.any([signal, quiet]) : quiet,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw failed(url, `It cannot be reached (${reason(cause)}).`, cause);
  }
  if (!response.ok || !response.body) throw failed(url, `It answered ${response.status}.`);
  // A server that knows no ranges begins again.
  let size = response.status === 206 ? have : 0;
  const limited = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      size += chunk.length;
      if (size > bytes) return done(failed(url, `It is longer than the ${bytes} bytes that the file has.`));
      onProgress?.(size);
      done(null, chunk);
    },
  });
  try {
    await pipeline(
      response.body as ReadableStream,
      limited,
      createWriteStream(part, { flags: size > 0 ? 'a' : 'w', mode: 0o600 }),
    );
  } catch (cause) {
    if (cause instanceof StemmaError) {
      rmSync(part, { force: true });
      throw cause;
    }
    signal?.throwIfAborted();
    throw failed(url, `The connection ended after ${size} of ${bytes} bytes (${reason(cause)}).`, cause);
  }
  if (size < bytes) throw failed(url, `The connection ended after ${size} of ${bytes} bytes.`);
}

/** For 23 MB over a slow line; what came until then is kept. */
const patience = 600_000;

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function failed(url: URL, what: string, cause?: unknown): StemmaError {
  return new StemmaError('download-failed', `${url.href} was not downloaded. ${what}`, {
    hint: 'Run the same command again: it continues where it stopped. Without a network bring the files yourself and name them: `stemma model add minilm --from FOLDER` (docs/model.md).',
    cause,
  });
}

function reason(cause: unknown): string {
  const {
    name,
    code,
    cause: inner,
    message,
  } = cause as { name?: string; code?: string; cause?: { code?: string }; message?: string };
  return inner?.code ?? code ?? (name === 'TimeoutError' ? 'no answer' : (message ?? 'unknown'));
}
