import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';
import { metricsFile, metricsFormat } from './metrics-file.ts';

export interface WrittenMetrics {
  readonly path: string;
  readonly bytes: number;
  /** Where what was there before is now, when that was no metrics file of stemma; else null. */
  readonly set_aside: string | null;
  /** For people: what was set aside and why. */
  readonly message: string | null;
}

/**
 * Writes all metrics to a file, whole or not at all, and makes its folder. An older one of stemma is replaced; anything else that has the
 * name, damaged or of another program, is moved aside and never written over.
 */
export async function writeMetricsFile(
  read: StoreReader,
  path: string,
  { filter = {}, at }: { readonly filter?: InvocationFilter; readonly at: number },
): Promise<WrittenMetrics> {
  const target = resolve(path);
  const draft = `${target}.${process.pid}-${at.toString(36)}.tmp`;
  const cannotWrite = (cause: NodeJS.ErrnoException): never => {
    throw new StemmaError('path-unreadable', `${redact(target)} cannot be written (${cause.code}).`, {
      hint: 'Choose another place.',
      cause,
    });
  };
  await mkdir(dirname(target), { recursive: true }).catch(cannotWrite);
  const handle = await open(draft, 'wx', 0o600).catch(cannotWrite);
  let bytes = 0;
  try {
    for await (const part of metricsFile(read, filter, at)) bytes += (await handle.write(part)).bytesWritten;
    await handle.sync();
    await handle.close();
    const aside = await setAside(target, at);
    await rename(draft, target);
    return { path: target, bytes, set_aside: aside?.path ?? null, message: aside?.message ?? null };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function setAside(
  path: string,
  at: number,
): Promise<{ readonly path: string; readonly message: string } | undefined> {
  const reason = await whyNotOurs(path);
  if (reason === undefined) return undefined;
  const name = `${path}.set-aside-${new Date(at).toISOString().replace(/[:.]/g, '-')}`;
  let aside = name;
  for (let count = 2; (await stat(aside).catch(() => undefined)) !== undefined; count++) aside = `${name}-${count}`;
  await rename(path, aside);
  return { path: aside, message: `${path} ${reason}; it was moved to ${aside}, unchanged.` };
}

/** Undefined when nothing is there, or a whole metrics file of stemma. */
async function whyNotOurs(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isFile())
    throw new StemmaError('would-overwrite', `${redact(path)} is no file.`, { hint: 'Choose another name.' });
  if (stats.size > largest) return 'is too large to be looked at';
  const text = await readFile(path, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.startsWith(`{"format":"${metricsFormat}"`)
      ? 'was a metrics file of stemma and is damaged'
      : 'is no JSON';
  }
  const isOurs =
    typeof value === 'object' && value !== null && (value as Record<string, unknown>)['format'] === metricsFormat;
  return isOurs ? undefined : 'is not a metrics file of stemma';
}

const largest = 256 * 1024 * 1024;
