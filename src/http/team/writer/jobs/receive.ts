import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import type { Push, Receipt } from '../../../../ingest/receive/delivery.ts';
import { receive } from '../../../../ingest/receive/receive.ts';
import { decodePush, largestPush } from '../../../../ingest/receive/wire.ts';
import { StemmaError } from '../../../../model/stemma-error.ts';
import { tooLarge } from '../../../request/read-request-body.ts';
import { HttpError } from '../../../response/http-error.ts';
import type { Outcome, WriterJob } from '../writer-job.ts';

export interface ReceiveArgument {
  readonly body: Uint8Array;
  readonly packing: 'zstd' | 'gzip' | 'identity';
  /** As the header named it, and as it was checked. */
  readonly machine: string;
  readonly allowsRaw: boolean;
}

/** What machines pushed, ingested together as far as memory allows. */
export const receiveJob: WriterJob<ReceiveArgument, Receipt> = {
  async run({ store, sources, workspace, clock, analyses }, together) {
    const outcomes: Outcome<Receipt>[] = together.map(() => ({ error: undefined }));
    let next = 0;
    while (next < together.length) {
      const pushes: { readonly push: Push; readonly index: number }[] = [];
      for (let size = 0; next < together.length && size < unpackedAtOnce; next++) {
        try {
          const bytes = await unpacked(together[next]!);
          size += bytes.length;
          pushes.push({ push: checked(decodePush(bytes), together[next]!), index: next });
        } catch (error) {
          outcomes[next] = { error };
        }
      }
      const receipts = await receive(
        pushes.map(({ push }) => push),
        { store, sources, workspace, clock, analyses },
      );
      for (const [place, { index }] of pushes.entries()) outcomes[index] = { answer: receipts[place]! };
    }
    return outcomes;
  },
};

/** They are in memory at the same time. */
const unpackedAtOnce = 16 * 1024 * 1024;

function checked(push: Push, argument: ReceiveArgument): Push {
  const { machine, raw } = push;
  if (machine !== argument.machine)
    throw new StemmaError('bad-argument', 'The push names another machine than its header.', {
      hint: 'Send it with `stemma push`.',
    });
  if (raw && !argument.allowsRaw)
    throw new HttpError(403, 'not-allowed', 'This workspace takes nothing that was not redacted.', {
      hint: 'Push without --raw.',
    });
  return push;
}

async function unpacked({ body, packing }: ReceiveArgument): Promise<Uint8Array> {
  try {
    // Its heads come on top.
    const limit = { maxOutputLength: largestPush + 4 * 1024 * 1024 };
    if (packing === 'zstd') return await promisify(zstdDecompress)(body, limit);
    return packing === 'gzip' ? await promisify(gunzip)(body, limit) : body;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(largestPush);
    throw new HttpError(400, 'bad-request', `The body cannot be unpacked: it is no ${packing}, or not all of it.`, {
      hint: 'Send it again; a proxy in between must not change it.',
    });
  }
}
