import { addModel, removeModel } from '../../memory/embed/model/add-model.ts';
import { knownModels, type KnownModel } from '../../memory/embed/model/builds.ts';
import { installedModel, type InstalledModel } from '../../memory/embed/model/installed.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { bar, passingLine } from '../progress.ts';
import type { Run } from '../run.ts';
import { bytes, number, plural } from '../text/amount.ts';
import { fillModel } from './fill-model.ts';

/** The model that is used, and what could be added. */
export interface ModelAnswer {
  /** Null: the built-in table. */
  readonly model: InstalledModel | null;
  /** Failures with a vector of it, of all. */
  readonly vectors: { readonly made: number; readonly failures: number } | null;
  /** The endpoint of config.json, which is asked instead. */
  readonly endpoint: string | null;
  readonly available: readonly { readonly name: string; readonly title: string; readonly bytes: number }[];
}

export async function listRun(run: Run): Promise<void> {
  const answer = await modelAnswer(run);
  await run.answer(answer, () => renderModel(answer));
}

export async function addRun(run: Run, name: string | undefined, from: string | undefined): Promise<void> {
  const { app, settings } = run;
  const model = modelNamed(run, name, 'add');
  const line = passingLine(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  const mirror = app.machine.env['STEMMA_MODEL_URL'];
  const signal = app.untilInterrupted();
  try {
    const added = await addModel(model, {
      home: settings.base,
      now: run.now,
      signal,
      ...(from !== undefined && { from }),
      ...(mirror && { mirror }),
      onProgress: (done, total) => line.show(() => `${bar(done, total)}  ${bytes(done)} of ${bytes(total)}`),
    });
    if (!added.known)
      run.say(
        `This is no file that stemma knows (SHA-256 ${added.sha256}). Its vectors are those of ${added.title}, so it is used.`,
      );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StemmaError('interrupted', 'Stopped before the model was here.', {
      hint: 'What was downloaded is kept; run the same command again to go on.',
      cause: error,
    });
  } finally {
    line.end();
  }
  await fillRun(run);
}

export async function fillRun(run: Run): Promise<void> {
  if (!installedModel(run.settings.base))
    throw new StemmaError('model-not-found', 'No model was added, so there is nothing to fill.', {
      hint: '`stemma model add minilm` brings one.',
    });
  {
    await using store = await run.openToWrite();
    await fillModel(run, store);
  }
  await listRun(run);
}

export async function removeRun(run: Run, name: string | undefined): Promise<void> {
  const { name: known } = modelNamed(run, name, 'remove');
  if (!removeModel(run.settings.base, known))
    throw new StemmaError('model-not-found', `The model ${known} was not added.`, {
      hint: '`stemma model` shows what is here.',
    });
  {
    await using store = await run.openToWrite();
    // No model has an empty name: all vectors go.
    await store.write.dropModelVectors('');
  }
  await listRun(run);
}

export async function modelAnswer(run: Run): Promise<ModelAnswer> {
  const { settings } = run;
  const model = installedModel(settings.base) ?? null;
  return {
    model,
    vectors: model && (await vectorsOf(run, model)),
    endpoint: settings.embedding?.model ?? null,
    available: modelsOf(run).map(({ name, title, files }) => ({ name, title, bytes: files[0].bytes + files[1].bytes })),
  };
}

async function vectorsOf({ app, settings }: Run, { id }: InstalledModel): Promise<ModelAnswer['vectors']> {
  await using store = await app.openStore(settings, 'read');
  return {
    made: (await store.read.modelVectors(id)).length,
    failures: (await store.read.failures()).length,
  };
}

export function renderModel({ model, vectors, endpoint, available }: ModelAnswer): string {
  const lines = model
    ? [
        `${model.name}  ${model.title}, ${model.dimensions} dimensions, ${bytes(model.bytes)}${model.known ? '' : ', no known file'}`,
        `        ${model.folder}`,
        `        ${vectorLine(vectors!)}`,
      ]
    : [
        'No model was added: the built-in table is used.',
        ...available.map(
          ({ name, title, bytes: size }) => `${name}  ${title}, ${bytes(size)}: \`stemma model add ${name}\``,
        ),
      ];
  if (endpoint !== null) lines.push(`config.json names ${endpoint} at an endpoint, which is asked instead.`);
  return `${lines.join('\n')}\n`;
}

function vectorLine({ made, failures }: NonNullable<ModelAnswer['vectors']>): string {
  if (made >= failures) return `vectors of all ${plural(failures, 'failure')}`;
  return `vectors of ${number(made)} of ${plural(failures, 'failure')}; \`stemma model fill\` makes the rest`;
}

function modelsOf(run: Run): readonly KnownModel[] {
  return run.app.models ?? knownModels;
}

function modelNamed(run: Run, name: string | undefined, action: string): KnownModel {
  const models = modelsOf(run);
  const found = models.find((model) => model.name === name);
  if (found) return found;
  const names = models.map((model) => model.name).join(', ');
  throw new StemmaError(
    'bad-argument',
    name === undefined ? `model ${action} needs the name of a model.` : `There is no model "${name}".`,
    { hint: `Models: ${names}. For any other, config.json can name an endpoint (docs/model.md).` },
  );
}
