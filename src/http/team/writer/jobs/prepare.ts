import { oneByOne } from '../writer-job.ts';

/** Opening to write makes and migrates the archive; nothing else is to be done. */
export const prepareJob = oneByOne<null, null>(async () => null);
