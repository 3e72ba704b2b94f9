import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** What the other side can read, the tightest first; `identity` for what is too small to gain. */
export function encodingFor(accepts: string | undefined, bytes: number): Encoding {
  if (bytes < worthwhile || accepts === undefined) return 'identity';
  const taken = new Map(accepts.split(',').map((each) => {
    const [name = '', ...details] = each.trim().toLowerCase().split(/\s*;\s*/);
    const weight = details.find((detail) => detail.startsWith('q='));
    return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
  }));
  const may = (name: string) => (taken.get(name) ?? taken.get('*') ?? 0) > 0;
  return may('br') ? 'br' : may('gzip') ? 'gzip' : 'identity';
}

/** Work of the thread pool, not of the loop that answers others meanwhile. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return body;
    case 'gzip':
      return await toGzip(body, { level: body.length > middling ? 4 : 6 });
    case 'br':
      return await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: body.length > large ? 1 : body.length > middling ? 4 : 5, [constants.BROTLI_PARAM_LGWIN]: window, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
  }
}

/** Below this headers weigh more than what is saved. */
const worthwhile = 1_024;
// A skeleton of 100,000 steps (3.7 MB of columns, two loaded cores): brotli 5 takes 169 ms for 1,037 KB, 4 takes 79 ms for 1,041 KB, 1 takes 34 ms for 1,147 KB;
// gzip 6 takes 259 ms for 1,042 KB, 4 takes 59 ms for 1,081 KB.
// Brotli looks back 4 MB unless told, and the threads that do it keep what they took for that: 46 MB after a dozen skeletons. Back 64 KB it takes two thirds of
// the time for the same bytes (columns repeat themselves at once, 447 KB become 441 KB).
const window = 16;
const middling = 512 * 1024;
const large = 8 * 1024 * 1024;
