import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fixtureCases } from '../../../src/sources/fixtures.ts';
import { sources } from '../../../src/sources/all-sources.ts';
import { randomOf, type Secrets } from './secrets.ts';

export interface PlantOptions {
  readonly secrets: Secrets;
  readonly seed: number;
  /** So many cases of each source in which only texts and paths are planted, and as many with planted names. */
  readonly cases: number;
  /** Only of these sources; of all when absent. */
  readonly only?: readonly string[];
}

const fixtures = join(import.meta.dirname, '../../../src/sources');

/**
 * Copies cases of every source below a folder, with a secret in every string a source can read. Keys stay. A name may
 * be what the format is known by, such as a record's type: with all of them planted nothing would be understood any
 * more. So the names of each field are planted in one of the cases that have it, and in other cases none are.
 */
export function plantFixtures(to: string, { secrets, seed, cases, only }: PlantOptions): void {
  const random = randomOf(seed);
  for (const { name } of sources) {
    if (only && !only.includes(name)) continue;
    const folder = join(fixtures, name, 'fixtures');
    const all = shuffled(fixtureCases(folder), random);
    const [plain, named] = [all.slice(0, cases), [...all.slice(cases), ...all].slice(0, Math.min(cases, all.length))];
    const fields = dealt(
      named.map((each) => namesIn(join(folder, each))),
      random,
    );
    for (const [index, each] of [...plain, ...named].entries()) {
      const planter = new Planter(secrets, random, `${name}/${each}`, fields[index - plain.length]);
      planter.plantFolder(join(folder, each), join(to, planter.name('folder', `${name}-${index}`)));
    }
  }
}

/** The fields of a case that hold names. */
function namesIn(folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const looking = new Planter(undefined, () => 1, '', { has: (field) => (found.add(field), false) });
  for (const file of filesBelow(folder)) looking.plantFile(file, undefined);
  return found;
}

/** Each field to one of the cases that have it. */
function dealt(fields: readonly ReadonlySet<string>[], random: () => number): readonly ReadonlySet<string>[] {
  const dealt = fields.map(() => new Set<string>());
  for (const field of new Set(fields.flatMap((some) => [...some]))) {
    const having = fields.flatMap((some, index) => (some.has(field) ? [index] : []));
    dealt[having[Math.floor(random() * having.length)]!]!.add(field);
  }
  return dealt;
}

/** Those whose names are planted. */
interface Fields {
  has(field: string): boolean;
}

class Planter {
  readonly #secrets: Secrets | undefined;
  readonly #random: () => number;
  readonly #place: string;
  readonly #fields: Fields | undefined;
  /** The same name is the same everywhere in a case: ids are what records are joined by. */
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, boolean>();

  constructor(secrets: Secrets | undefined, random: () => number, place: string, fields: Fields | undefined) {
    this.#secrets = secrets;
    this.#random = random;
    this.#place = place;
    this.#fields = fields;
  }

  plantFolder(from: string, to: string): void {
    for (const file of filesBelow(from)) {
      const path = relative(from, file)
        .split(sep)
        .map((part) => (this.#isPlanted(part) ? this.#named(part) : part))
        .join(sep);
      const target = join(to, path);
      mkdirSync(dirname(target), { recursive: true });
      this.plantFile(file, target);
    }
  }

  /** An id is, or is not, wherever it stands. */
  #isPlanted(id: string): boolean {
    if (!this.#fields || !isId(id)) return false;
    let isPlanted = this.#ids.get(id);
    if (isPlanted === undefined) this.#ids.set(id, (isPlanted = this.#random() < 0.5));
    return isPlanted;
  }

  #named(part: string): string {
    const [stem = '', ...rest] = part.split('.');
    return [this.name('file', stem), ...rest].join('.');
  }

  plantFile(from: string, to: string | undefined): void {
    if (from.endsWith('.db')) return this.#database(from, to);
    if (/\.db-(?:wal|shm)$/.test(from)) return;
    const text = this.#content(readFileSync(from, 'utf8'));
    if (to !== undefined) writeFileSync(to, text);
  }

  /** A document of JSON, or lines, each JSON or not. */
  #content(text: string): string {
    const document = parsed(text);
    if (document !== undefined)
      return `${JSON.stringify(this.#value(document, ''), null, text.trimEnd().includes('\n') ? 2 : 0)}\n`;
    return text
      .split('\n')
      .map((line) => {
        const record = parsed(line);
        if (record !== undefined) return JSON.stringify(this.#value(record, ''));
        return /\w{3}/.test(line) && this.#random() < 0.5
          ? this.#text(line, 'line', [(it, secret) => `${it} ${secret}`])
          : line;
      })
      .join('\n');
  }

  #value(value: unknown, key: string): unknown {
    if (typeof value === 'string') return this.#string(value, key);
    if (Array.isArray(value)) return value.map((item) => this.#value(item, key));
    if (typeof value !== 'object' || value === null) return value;
    // Telemetry writes `{"key": "model", "value": {"stringValue": "…"}}`.
    const { key: label } = value as { readonly key?: unknown };
    const isLabelled = typeof label === 'string' && 'value' in value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        isLabelled
          ? name === 'key'
            ? item
            : this.#value(item, label)
          : this.#value(item, name.endsWith('Value') ? key : name),
      ]),
    );
  }

  #string(text: string, key: string): string {
    if (text === '') return text;
    const inner = parsed(text);
    if (inner !== undefined) return JSON.stringify(this.#value(inner, key));
    if (/\s|[.!?:]$/.test(text) || text.length > 80) return this.#random() < 0.9 ? this.#text(text, key, inText) : text;
    if (text.includes('/')) return this.#random() < 0.7 ? this.#memorised(text, key, inPaths) : text;
    if (isId(text)) return this.#isPlanted(text) ? this.#memorised(text, key, inNames) : text;
    return this.#fields?.has(key) ? this.#memorised(text, key, inNames) : text;
  }

  name(key: string, text: string): string {
    return this.#memorised(text, key, inNames);
  }

  #memorised(text: string, key: string, ways: Ways): string {
    let planted = this.#names.get(text);
    if (planted === undefined) this.#names.set(text, (planted = this.#text(text, key, ways)));
    return planted;
  }

  #text(text: string, key: string, ways: Ways): string {
    return this.#secrets?.plantInto(text, `${this.#place} ${key}: ${text.slice(0, 40)}`, ways) ?? text;
  }

  #database(from: string, to: string | undefined): void {
    if (to === undefined) return;
    cpSync(from, to);
    const log = `${from}-wal`;
    if (readdirSync(dirname(from)).some((name) => log.endsWith(`${sep}${name}`))) cpSync(log, `${to}-wal`);
    const database = new DatabaseSync(to, { enableForeignKeyConstraints: false });
    database.exec('begin');
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and sql not like '%virtual%'")
      .all();
    for (const { name: table } of tables as { name: string }[]) {
      for (const row of database.prepare(`select rowid as "row id", * from "${table}"`).all()) {
        for (const [column, value] of Object.entries(row)) {
          if (typeof value !== 'string') continue;
          const planted = this.#string(value, column) as SQLInputValue;
          if (planted === value) continue;
          database.prepare(`update "${table}" set "${column}" = ? where rowid = ?`).run(planted, row['row id']!);
        }
      }
    }
    database.exec('commit');
    database.close();
  }
}

type Ways = readonly ((text: string, secret: string) => string)[];

// Parts of a text may be put together again: a secret at the end of one must not run into the next.
const inText: Ways = [
  (text, secret) => `${text} ${secret} `,
  (text, secret) => `${secret} ${text}`,
  (text, secret) => text.replace(/\s/, (space) => `${space}${secret} `),
  (text, secret) => `${text}\n${secret}\n`,
];
const inPaths: Ways = [
  (path, secret) => path.replace(/\/(?=[^/]*$)/, `/${secret}/`),
  (path, secret) => path.replace(/\/([^/.]*)(?=[^/]*$)/, `/$1-${secret}`),
];
const inNames: Ways = [(name, secret) => `${name}-${secret}`, (_, secret) => secret];

function isId(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && text.length >= 6 && !/^\d{4}-\d\d-\d\dT/.test(text);
}

function parsed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'expected.txt')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
