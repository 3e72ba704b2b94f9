import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadPrices } from '../../ask/cost/load-prices.ts';
import { replaceFile } from '../../live/replace-file.ts';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import { fromLiteLlm } from '../../memory/cost/price-file.ts';
import type { Price, PriceTable } from '../../memory/cost/price.ts';
import { priceOf } from '../../memory/cost/usd-of.ts';
import { withUsersPrices } from '../../memory/cost/users-prices.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { isObject } from '../../platform/parse-records.ts';
import type { Run } from '../run.ts';
import { plural } from '../text/amount.ts';
import { oneLine } from '../text/safe-text.ts';
import { column, fit } from '../text/width.ts';
import { redact } from '../../platform/redact.ts';

interface PriceRow extends Price {
  readonly model: string;
  /** From prices.json in stemma's home. */
  readonly own: boolean;
}

/** The prices in use, those of one model under any of its names, or of all whose names hold the text. */
export async function listPrices(run: Run, name: string | undefined): Promise<number> {
  const table = loadPrices(run.settings.base);
  const rows = rowsOf(table).filter(({ model }) => name === undefined || model.includes(name.toLowerCase()));
  const exact = name === undefined || rows.length > 0 ? undefined : priceOf(name, table);
  const found = exact === undefined ? rows : [{ ...exact, model: name!, own: false }];
  await run.answer({ date: table.date, own: table.own.size, models: found }, () => {
    if (found.length === 0) return `There is no price for ${oneLine(redact(name ?? 'any model'))}.\n`;
    const line = ({ model, own, input, output, cache_read: read, cache_write: write }: PriceRow): string =>
      fit(
        column(`${oneLine(model)}${own ? ' *' : ''}`, Math.max(24, run.columns - 48)) +
          [input, output, read, write].map((usd) => column(usd === undefined ? '' : String(usd), 12, 'right')).join(''),
        run.columns,
      ).trimEnd();
    const head = run.ink.dim(
      column('model', Math.max(24, run.columns - 48)) +
        ['in', 'out', 'cache read', 'write'].map((text) => column(text, 12, 'right')).join(''),
    );
    const notes = table.own.size > 0 ? `* ${plural(table.own.size, 'price')} of your own, from prices.json\n` : '';
    return `${head}\n${found.map((row) => `${line(row)}\n`).join('')}\nUS dollars per million tokens, ${table.date}.\n${notes}`;
  });
  return found.length === 0 ? 1 : 0;
}

/** Writes prices.json in stemma's home, from a file of ours or LiteLLM's. */
export async function takePrices(run: Run, path: string, isDry: boolean): Promise<number> {
  const home = run.settings.base;
  const to = join(home, 'prices.json');
  const before = loadPricesAnyway(home);
  const text = `${JSON.stringify(readPrices(path), null, 2)}\n`;
  const after = withUsersPrices(ownPrices(), { path, text });
  const changed = [...after.own].filter((model) => !isSame(before.models.get(model), after.models.get(model)));
  const added = changed.filter((model) => !before.models.has(model));
  if (!isDry) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    replaceFile(to, Buffer.from(text));
  }
  const report = {
    dry_run: isDry,
    path: to,
    date: after.date,
    models: after.own.size,
    added: added.length,
    changed: changed.length - added.length,
  };
  await run.answer(report, () =>
    [
      `${to}: ${isDry ? 'would have' : 'has'} ${plural(report.models, 'price')} of ${report.date}, ${report.added} new, ${report.changed} changed`,
      'Nothing needs to be ingested again; `stemma prices --reset` goes back to those of stemma.',
      '',
    ].join('\n'),
  );
  return 0;
}

export async function resetPrices(run: Run): Promise<number> {
  const path = join(run.settings.base, 'prices.json');
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (isThere) rmSync(path);
  await run.answer({ path, removed: isThere }, () =>
    isThere ? `${path} is removed; the prices of stemma are used.\n` : 'There are no prices of your own.\n',
  );
  return 0;
}

function readPrices(path: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseJson(readFileSync(path, 'utf8'));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new StemmaError('bad-argument', `--from: ${path} ${isMissing ? 'is not there' : 'is not JSON'}.`, {
      hint: fileForms,
      cause,
    });
  }
  if (isObject(value) && isObject(value['models'])) return value;
  const table = isObject(value) ? fromLiteLlm(value) : undefined;
  if (table === undefined)
    throw new StemmaError('bad-argument', `--from: ${path} holds no prices of a known form.`, { hint: fileForms });
  return { date: dayOf(path), ...table };
}

const fileForms =
  'Known are {"date": "2027-01-15", "models": {"my-model": {"input": 1, "output": 5}}} in US dollars per million tokens, ' +
  "and LiteLLM's model_prices_and_context_window.json.";

/** A table without a date is as old as its file. */
function dayOf(path: string): string {
  return statSync(path).mtime.toISOString().slice(0, 10);
}

/** A file that cannot be used is about to be replaced. */
function loadPricesAnyway(home: string): PriceTable {
  try {
    return loadPrices(home);
  } catch {
    return ownPrices();
  }
}

function rowsOf({ models, own }: PriceTable): readonly PriceRow[] {
  return [...models].map(([model, price]) => ({ model, own: own.has(model), ...price }));
}

function isSame(a: Price | undefined, b: Price | undefined): boolean {
  const fields = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h'] as const;
  return a !== undefined && b !== undefined && fields.every((field) => a[field] === b[field]);
}
