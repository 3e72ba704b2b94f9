import { ingestedAt } from '../ask/archive/archive-age.ts';
import { priced } from '../ask/cost/priced.ts';
import type { ReadOnlyStore } from '../store/store.ts';
import { archiveNote } from './archive-note.ts';
import { redactStore } from './redact-store.ts';
import type { Run } from './run.ts';

/** The archive to ask: redacted, with prices. Where people read the answer a note says when it is empty or old. */
export async function openArchive(run: Run): Promise<ReadOnlyStore> {
  const { settings, now } = run;
  const redacted = redactStore(run, await openToRead(run));
  const store: ReadOnlyStore = {
    read: priced(redacted.read, settings.base),
    [Symbol.asyncDispose]: () => redacted[Symbol.asyncDispose](),
  };
  const note = settings.quiet || settings.json ? undefined : await archiveNote(store, settings, now);
  if (note) run.say(note);
  return store;
}

/** The demo needs no setting up: it is ingested at the first question. */
async function openToRead(run: Run): Promise<ReadOnlyStore> {
  const { app, settings } = run;
  const store = await app.openStore(settings, 'read');
  if (!settings.isDemo || (await ingestedAt(store.read)) !== undefined) return store;
  await store[Symbol.asyncDispose]();
  const { setUpDemoQuietly } = await import('./runs/set-up-demo.ts');
  await setUpDemoQuietly(run);
  return app.openStore(settings, 'read');
}
