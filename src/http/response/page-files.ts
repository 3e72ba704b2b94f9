import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { compress, type Encoding } from './compress.ts';

export interface PageFile {
  readonly type: string;
  readonly hash: string;
  readonly bytes: number;
  /** Its name changes with its content. */
  readonly isHashed: boolean;
  as(encoding: Encoding): Promise<Buffer>;
}

/**
 * The files of the page, held in memory by name. A request is looked up in the list and never becomes a path, so
 * traversal is impossible; links in the folder are not followed. When the page is built again, it is read again.
 */
export class PageFiles {
  readonly #folder: string;
  #files = new Map<string, PageFile>();
  #readFrom: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** By the path of the address, not decoded: our own names need no %. */
  file(pathname: string): PageFile | undefined {
    this.#refresh();
    return this.#files.get(pathname);
  }

  /** The HTML that every view of the page starts from. */
  index(): PageFile | undefined {
    return this.file('/index.html');
  }

  #refresh(): void {
    const now = stampOf(join(this.#folder, 'index.html'));
    if (now === this.#readFrom) return;
    const files = new Map<string, PageFile>();
    if (now !== undefined) for (const [name, path] of filesBelow(this.#folder, '')) add(files, name, path);
    this.#files = files;
    this.#readFrom = now;
  }
}

function add(files: Map<string, PageFile>, name: string, path: string): void {
  const type = types[extname(name)];
  if (type === undefined) return;
  const plain = readFileSync(path);
  const isText = /^(?:text|application)\//.test(type);
  const sent = new Map<Encoding, Promise<Buffer>>();
  files.set(name, {
    type,
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
    bytes: isText ? plain.length : 0,
    isHashed: name.startsWith('/assets/') && /-[\w-]{8,}\.\w+$/.test(name),
    as(encoding) {
      let ready = sent.get(encoding);
      if (!ready) sent.set(encoding, (ready = compress(plain, encoding)));
      return ready;
    },
  });
}

function* filesBelow(folder: string, prefix: string, depth = 0): Generator<readonly [string, string]> {
  if (depth > deepest) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [name, path] = [`${prefix}/${entry.name}`, join(folder, entry.name)];
    if (entry.isDirectory()) yield* filesBelow(path, name, depth + 1);
    else if (entry.isFile()) yield [name, path];
  }
}

function stampOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? `${stats.ino}.${stats.size}.${stats.mtimeMs}` : undefined;
}

const deepest = 5;

/** The file types of a page. Nothing else in the folder is served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
