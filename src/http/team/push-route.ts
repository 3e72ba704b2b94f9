import type { IncomingMessage } from 'node:http';
import { largestPush, machineHeader, pushType } from '../../ingest/receive/wire.ts';
import { isMachineName } from '../../platform/machine-name.ts';
import { HttpError } from '../response/http-error.ts';
import type { ServerRoute } from './server-route.ts';
import { settleLater } from './settle-later.ts';
import type { ReceiveArgument } from './writer/jobs/receive.ts';

export const pushRoute: ServerRoute = {
  method: 'POST',
  path: '/v1/push',
  summary: 'Take what is new in the archive of a machine',
  role: 'writer',
  async run({ request, space, body, claimMachine, ownsMachine, send }) {
    const packing = packingOf(request);
    const machine = machineOf(request);
    claimMachine(machine);
    if (!ownsMachine(machine))
      throw new HttpError(403, 'not-allowed', `The machine ${machine} belongs to another user.`, {
        hint: 'In a copied home, delete the file `machine` in ~/.stemma: it gets a name of its own.',
      });
    const packed = await body(largestPush);
    const argument: ReceiveArgument = { body: packed, packing, machine, allowsRaw: space.allowsRaw };
    const receipt = await space.write('receive', argument, [packed.buffer]);
    settleLater(space, () => {
      // The next push tries again, and so does the next ingest of anything.
    });
    await send(200, receipt);
  },
};

function packingOf({ headers }: IncomingMessage): ReceiveArgument['packing'] {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== pushType)
    throw new HttpError(415, 'wrong-type', 'The body is no push.', {
      hint: `Send it as ${pushType}: \`stemma push\`.`,
    });
  const packing = headers['content-encoding'] ?? 'identity';
  if (packing !== 'zstd' && packing !== 'gzip' && packing !== 'identity')
    throw new HttpError(415, 'wrong-type', `The body is packed with ${packing.slice(0, 40)}.`, {
      hint: 'Send it with zstd or gzip, or as it is.',
    });
  return packing;
}

function machineOf({ headers }: IncomingMessage): string {
  const name = [headers[machineHeader]].flat()[0] ?? '';
  if (!isMachineName(name))
    throw new HttpError(400, 'bad-request', `The header \`${machineHeader}\` names no machine.`, {
      hint: 'Send it with `stemma push`.',
    });
  return name;
}
