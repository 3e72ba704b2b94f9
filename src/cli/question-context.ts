import { existsSync } from 'node:fs';
import type { QuestionContext } from '../ask/question/question.ts';
import type { KnownFailures } from '../ask/similar/known-failures.ts';
import { modelAt } from '../memory/embed/model/model-at.ts';
import type { StemmaError } from '../model/stemma-error.ts';
import { teamMemoryPath } from '../platform/team-memory-path.ts';
import type { StoreReader } from '../store/store.ts';
import { redactStore } from './redact-store.ts';
import type { Run } from './run.ts';

/** What a question may use on the command line. */
export async function questionContext(run: Run, read: StoreReader): Promise<QuestionContext> {
  const { app, settings, now } = run;
  const memory = await memoryOf(run, read);
  return {
    read,
    memory,
    failures: await failuresOf(run, memory),
    sources: (name) => app.sources(name),
    raw: settings.raw,
    now,
    home: settings.base,
    folder: process.cwd(),
  };
}

/** With what was pulled from the team's server, where something was. */
export async function memoryOf(run: Run, read: StoreReader): Promise<StoreReader> {
  const { app, settings } = run;
  const path = teamMemoryPath(settings.base);
  if (settings.isDemo || !existsSync(path)) return read;
  const { withTeamMemory } = await import('../ask/team-memory/with-team-memory.ts');
  const team = await app.openStore({ archive: path, base: settings.base }, 'read');
  return withTeamMemory(read, redactStore(run, team).read);
}

/** The index of failures is loaded at its first use: most questions do not need it. */
async function failuresOf({ settings: { embedding, base }, say }: Run, read: StoreReader): Promise<KnownFailures> {
  const onError = ({ message, hint }: StemmaError): void => say(`${message} stemma's own table is used. ${hint}`);
  const endpoint = embedding && (await import('../ask/similar/other-model.ts')).otherModel(embedding, onError);
  const model = endpoint ? undefined : modelAt(base);
  const load = async () =>
    (await import('../ask/similar/known-failures.ts')).knownFailures(read, { endpoint, model, onModelError: onError });
  let known: Promise<KnownFailures> | undefined;
  return {
    read,
    endpoint,
    model,
    onModelError: onError,
    index: async (...when) => (await (known ??= load())).index(...when),
    meanings: async (text) => (await (known ??= load())).meanings(text),
  };
}
