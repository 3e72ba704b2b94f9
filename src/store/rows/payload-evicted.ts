import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';

export function payloadEvicted(path: string): StemmaError {
  return new StemmaError(
    'payload-evicted',
    `The bytes of ${redact(path)} are no longer in the store; what was derived from them is.`,
    {
      hint: 'If the file is still there, `stemma ingest FILE` brings them back; else look at the session with `stemma timeline`, or restore it from a backup made before it was evicted.',
    },
  );
}
