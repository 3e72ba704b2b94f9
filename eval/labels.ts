import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One session with its labels. Ids are the agent's own. */
export interface Labelled {
  readonly name: string;
  readonly file: string;
  readonly agent: string;
  readonly repository: string;
  /** Calls, each with its direct causes. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  readonly errors: ReadonlyMap<string, LabelledError>;
  /** Steps that can be scored: where prompts have no id in the file, only calls. */
  readonly known: ReadonlySet<string>;
  /** Steps whose results were searched for failures: all of them, unless only a part of the session was read. */
  readonly read: ReadonlySet<string>;
}

export interface LabelledError {
  readonly kind: string;
  readonly culprit: readonly string[];
  readonly fix: readonly string[];
  readonly verified: string | null;
  /** The line that names the failure best; undefined where none was labelled. */
  readonly signature?: string | undefined;
}

interface LabelFile {
  readonly targets: Record<string, { readonly causes?: readonly (readonly [string, string])[] }>;
  readonly errors?: Record<
    string,
    {
      readonly kind: string;
      readonly culprit?: readonly string[];
      readonly fix?: readonly string[];
      readonly verified?: string | null;
      readonly signature?: string;
    }
  >;
  /** Prompts have ids of their own in the file, and were labelled too. */
  readonly prompts?: boolean;
  /** The first and the last call that were read; where it is not said, all. */
  readonly read?: readonly [string, string];
}

/**
 * Labels lie in `<name>.json`, ids in `<name>.keys.json`; `<name>.steps.json` marks a session whose prompts have no
 * ids, unless its labels say otherwise.
 */
export function readLabels(gold: string, sessions: string, by: string | undefined): readonly Labelled[] {
  const whose = by === undefined ? new Map<string, string[]>() : readTable(by);
  const files = existsSync(sessions) ? readdirSync(sessions) : [];
  return readdirSync(gold)
    .filter((file) => file.endsWith('.json') && !/\.(?:keys|steps)\.json$/.test(file))
    .map((file) => basename(file, '.json'))
    .map((name) => {
      const labels = readJson<LabelFile>(join(gold, `${name}.json`));
      const keys = readJson<Record<string, string>>(join(gold, `${name}.keys.json`));
      const callsOnly = existsSync(join(gold, `${name}.steps.json`)) && !labels.prompts;
      const ids = (names: readonly string[] = []): string[] => names.map((each) => keys[each]!);
      const known = new Set(
        Object.entries(keys).flatMap(([key, id]) => (!callsOnly || key.startsWith('C') ? [id] : [])),
      );
      const file = files.find((each) => each.startsWith(`${name}.`));
      const [agent = 'unknown', repository = 'unknown'] = whose.get(name) ?? [];
      return {
        name,
        file: file === undefined ? '' : join(sessions, file),
        agent,
        repository,
        known,
        read: labels.read === undefined ? known : between(keys, labels.read),
        targets: new Map(
          Object.entries(labels.targets).map(([key, { causes = [] }]) => [
            keys[key]!,
            ids(causes.map(([cause]) => cause)),
          ]),
        ),
        errors: new Map(
          Object.entries(labels.errors ?? {}).map(([key, { kind, culprit, fix, verified, signature }]) => [
            keys[key]!,
            { kind, culprit: ids(culprit), fix: ids(fix), verified: verified ? keys[verified]! : null, signature },
          ]),
        ),
      };
    });
}

/** The ids from one step to another. */
function between(keys: Readonly<Record<string, string>>, [first, last]: readonly [string, string]): Set<string> {
  const names = Object.keys(keys);
  return new Set(names.slice(names.indexOf(first), names.indexOf(last) + 1).map((name) => keys[name]!));
}

/** Name, agent and repository, with a heading. */
function readTable(path: string): Map<string, string[]> {
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return new Map(rows.map((row) => row.split('\t')).map(([name, ...rest]) => [name!, rest]));
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape;
}
