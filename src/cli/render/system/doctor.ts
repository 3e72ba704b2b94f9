import type { Diagnosis } from '../../../ask/archive/diagnose.ts';
import { dispositions } from '../../../model/words.ts';
import type { Switch } from '../../../live/switch.ts';
import type { LiveState } from '../../../live/install/state.ts';
import { notRecorded } from '../../../sources/not-recorded.ts';
import { agents } from '../../../sources/registry.ts';
import type { AgentOnDisk } from '../../../live/setup/agents-on-disk.ts';
import type { DatabaseSeen, FileOnDisk } from '../../runs/examine-machine.ts';
import { bytes, number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { ago, dayAndTime } from '../../text/when.ts';
import { fit, wrap } from '../../text/width.ts';
import { facetNames } from '../history/facets.ts';
import type { RenderContext } from '../render-context.ts';

export interface DoctorAnswer extends Diagnosis {
  readonly stemma: string;
  readonly node: string;
  readonly sqlite: string | null;
  readonly platform: string;
  readonly home: FileOnDisk | null;
  readonly store: FileOnDisk | null;
  readonly database: DatabaseSeen | null;
  readonly exclude: readonly string[];
  readonly workspace: string;
  readonly on_disk: readonly AgentOnDisk[];
  readonly live: readonly LiveAnswer[];
  readonly model: ModelSeen;
  readonly advice: Switch;
  readonly resume: Switch;
}

/** What says how near texts are in meaning. */
export interface ModelSeen {
  readonly used: 'table' | 'added' | 'endpoint';
  readonly name: string | null;
  /** Model and file, as vectors carry it. */
  readonly id: string | null;
  /** Whether its file is one that stemma knows. */
  readonly known: boolean | null;
}

export interface LiveAnswer extends Omit<LiveState, 'upToDate' | 'lastEventAt'> {
  readonly up_to_date: boolean;
  readonly last_event_at: string | null;
}

export function renderDoctor(answer: DoctorAnswer, context: RenderContext): string {
  const { ink, columns, now } = context;
  const lines: string[] = [];
  const row = (name: string, value: string) => {
    const [first = '', ...more] = wrap(oneLine(value), columns - 12);
    lines.push(`${ink.dim(name.padEnd(12))}${first}`, ...more.map((line) => ' '.repeat(12) + line));
  };
  const warn = (value: string) => row('', `! ${value}`);

  row('stemma', `${answer.stemma}, Node ${answer.node}, SQLite ${answer.sqlite ?? 'unknown'}, ${answer.platform}`);
  if (answer.database) databaseRows(answer.database, row, warn);
  else
    row(
      'archive',
      answer.store
        ? `${answer.store.path} (${bytes(answer.bytes.store)}, mode ${answer.store.mode})`
        : 'none yet; `stemma ingest` creates it',
    );
  if (answer.store && answer.store.mode !== '600')
    warn(`others on this machine may read it: chmod 600 ${answer.store.path}`);
  if (answer.home && answer.home.mode !== '700')
    warn(`others on this machine may read ${answer.home.path}: chmod 700 ${answer.home.path}`);
  if (answer.store || (answer.database && !answer.database.problem)) {
    row(
      'ingested',
      answer.ingested_at ? `${dayAndTime(answer.ingested_at)} (${ago(Date.parse(answer.ingested_at), now)})` : 'never',
    );
    const share =
      answer.bytes.source > 0 ? `, ${Math.round((100 * answer.bytes.store) / answer.bytes.source)} % of it` : '';
    row(
      'size',
      `${bytes(answer.bytes.source)} of history in ${bytes(answer.bytes.blocks)} of blocks; the whole archive ${bytes(answer.bytes.store)}${share}`,
    );
    row('integrity', integrity(answer.damage));
    if (answer.outdated)
      warn('parts were ingested by an older version: `stemma rebuild` finds causes and failures in them');
    if (answer.rebuild_unfinished) warn('a rebuild was interrupted: run `stemma rebuild` again');
  }
  row('meaning', meaningLine(answer.model));
  if (answer.exclude.length > 0) row('excluded', answer.exclude.join(', '));

  const isHere = ({ source, files }: AgentOnDisk) => files > 0 || answer.agents.some((each) => each.source === source);
  for (const { source, title, files, folder, gives, retention } of answer.on_disk.filter(isHere)) {
    lines.push('', ink.bold(fit(`${title} (${source})`, columns)));
    row('on disk', folder ? `${plural(files, 'file')} below ${folder}` : 'no history found');
    const agent = answer.agents.find((each) => each.source === source);
    if (agent) {
      row(
        'archived',
        `${plural(agent.files, 'file')}, ${plural(agent.sessions, 'session')}, ${plural(agent.events, 'event')}, ${plural(agent.errors, 'failure')}`,
      );
      row('lines', dispositions.map((each) => `${number(agent.lines[each])} ${lineNames[each]}`).join(', '));
      if (agent.versions.length > 0)
        row('versions', agent.versions.map(({ version, sessions }) => `${version} (${sessions})`).join(', '));
      for (const { kind, version, count } of agent.unknown.slice(0, 20))
        row('unknown', `${kind}${version ? ` of ${version}` : ''}: ${number(count)}`);
      if (agent.unknown.length > 20) row('unknown', `… and ${agent.unknown.length - 20} more kinds`);
    }
    const missing = notRecorded(gives);
    if (missing.length > 0) row('missing', `the agent does not record ${facetNames(missing)}`);
    const live = answer.live.find((each) => each.agent === source);
    if (live) row('hooks', hooks(live, now));
    if (live?.installed && live.advice !== null) row('advice', noteState(live, 'advice', answer.advice));
    if (live?.installed && live.resume !== null) row('resume', noteState(live, 'resume', answer.resume));
    if (live && live.mcp !== null) row('mcp', mcp(live));
    if (retention) {
      row(
        'retention',
        `deletes transcripts after ${plural(retention.days, 'day')} (${retention.setting}); what was ingested before then stays here`,
      );
      if (retention.unsaved > 0)
        warn(
          `${plural(retention.unsaved, 'file')} will be deleted within a week and ${retention.unsaved === 1 ? 'is' : 'are'} not archived: run \`stemma ingest\``,
        );
    }
  }
  const absent = answer.on_disk.filter((agent) => !isHere(agent) && agent.source !== 'hooks');
  if (absent.length > 0) {
    lines.push('', ink.bold('Looked for and not found'));
    for (const { title, places } of absent)
      row(
        '',
        [
          title,
          places.length > 0 ? `in ${places[0]}` : '',
          places.length > 1 ? `and ${plural(places.length - 1, 'other place')}` : '',
        ]
          .filter(Boolean)
          .join(' '),
      );
  }
  if (answer.issue_counts.length > 0) {
    lines.push('', ink.bold('Lines that could not be read, kept as they are'));
    for (const { reason, count } of answer.issue_counts) row(number(count), reason);
    const shown = answer.issues.slice(0, 5);
    for (const { path, line, reason } of shown) row('', `${path}:${line} ${reason}`);
    const more = answer.issue_total - shown.length;
    if (more > 0) row('', `… and ${number(more)} more`);
  }
  return `${lines.join('\n')}\n`;
}

function databaseRows(
  { address, server, bytes: size, migrations, sessions, problem }: DatabaseSeen,
  row: (name: string, value: string) => void,
  warn: (value: string) => void,
): void {
  if (problem) {
    row('archive', `PostgreSQL at ${address}: no connection; hooks give no notes meanwhile`);
    warn(problem.message);
    return warn(problem.hint);
  }
  const missing = migrations.filter(({ applied }) => !applied);
  const version =
    missing.length === 0
      ? `tables of ${migrations.at(-1)!.name}, up to date`
      : missing.length === migrations.length
        ? 'no tables yet; `stemma ingest` creates them'
        : `pending migrations: ${missing.map(({ name }) => name).join(', ')}`;
  row(
    'archive',
    `PostgreSQL ${server} at ${address} (${bytes(size ?? 0)}, ${plural(sessions ?? 0, 'session')}); ${version}`,
  );
}

function hooks({ agent, path, installed, up_to_date, last_event_at, problem }: LiveAnswer, now: number): string {
  if (path === null) {
    const { run, install } = agents.find(({ name }) => name === agent) ?? {};
    const program = run && install?.programs[0];
    return `not supported; \`stemma watch\` reads its files${program ? `, \`stemma run -- ${program}\` records what it does` : ''}`;
  }
  if (problem !== undefined) return problem;
  if (!installed) return `not installed: \`stemma install ${agent}\` also captures what the transcript leaves out`;
  const last = last_event_at === null ? 'no event yet' : `last event ${ago(Date.parse(last_event_at), now)}`;
  return `installed in ${path}, ${last}${up_to_date ? '' : `; outdated: run \`stemma install ${agent}\``}`;
}

const lineNames: Readonly<Record<(typeof dispositions)[number], string>> = {
  mapped: 'became events',
  state: 'about the session',
  copy: 'copies',
  raw: 'of unknown kinds',
  issue: 'unreadable',
};

const notes = {
  advice: ['after a failed call', 'the known fix'],
  resume: ['when a session starts or was compacted', 'a summary of unfinished work'],
} as const;

function meaningLine({ used, name, id, known }: ModelSeen): string {
  if (used === 'table') return 'the built-in table; `stemma model add minilm` finds more';
  if (used === 'endpoint') return `${name} at the endpoint of config.json`;
  return `${name} beside the built-in table (${id}${known ? '' : ', no known file'})`;
}

function noteState(live: LiveAnswer, of: 'advice' | 'resume', { on, off }: Switch): string {
  const { agent, [of]: state } = live;
  const [when, what] = notes[of];
  if (state === 'off') return `off; \`stemma install ${agent}\` adds ${what} ${when}`;
  if (!on) return 'off everywhere, by config.json';
  if (state === 'broken') return `broken because stemma or its Node was moved: run \`stemma install ${agent}\``;
  return `on: the agent gets ${what} ${when}${off.length > 0 ? `; not in ${plural(off.length, 'folder')}` : ''}`;
}

function mcp({ agent, mcp: state }: LiveAnswer): string {
  switch (state) {
    case null:
      return 'not supported by the agent';
    case 'on':
      return 'installed';
    case 'off':
      return `not installed: \`stemma install ${agent}\` adds it`;
    case 'broken':
      return `broken because stemma or its Node was moved: run \`stemma install ${agent}\``;
    case 'strange':
      return 'the agent has another server called "stemma", which `stemma install` does not change';
    case 'elsewhere':
      return 'installed by the plugin';
    case 'twice':
      return `installed twice, by the plugin and by \`stemma install\`: run \`stemma install ${agent}\` to keep only the plugin's`;
  }
}

function integrity(damage: readonly string[] | null): string {
  if (damage === null) return 'not checked; `stemma doctor --check` does';
  return damage.length === 0 ? 'intact' : `DAMAGED: ${damage.slice(0, 10).join('; ')}`;
}
