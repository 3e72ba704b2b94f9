import { useEffect } from 'react';
import type { AboutAnswer, AgentSetup, SetupAnswer } from '../../../src/types.ts';
import { bytes, count, day, plural } from '../format.ts';
import { useLive } from '../live.ts';
import { useKept } from '../parts/kept.ts';
import { Busy, Failed } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import table from '../parts/table.module.css';
import { dayName } from '../parts/period.ts';
import { navigate } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './setup-page.module.css';

/** What is read, kept and shown on this machine, and the commands that change it. The page changes nothing itself. */
export function SetupPage() {
  const { answer, error, reload } = useAnswer<SetupAnswer>('/setup');
  const { answer: about } = useAnswer<AboutAnswer>('/about');
  const [, setTourDone] = useKept('tour-done', false);
  useLive(reload);
  useEffect(() => {
    document.title = 'Setup · stemma';
  }, []);
  if (error && !answer) return <Failed error={error} reload={reload} />;
  if (!answer || !about) return <Busy what="Looking at this machine" />;
  const { agents, absent, archive } = answer;
  const showTour = () => {
    setTourDone(false);
    navigate('/');
  };
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Setup</h1>
        <p>
          stemma {about.version}. Nothing is changed from here: the commands are for your terminal, and{' '}
          <code>stemma doctor</code> says more.
        </p>
        <button type="button" className="button" onClick={showTour}>
          Show the tour
        </button>
      </header>
      <ToDo setup={answer} isWatching={about.watching} />
      <Panel title="Agents found" note={agents.length === 0 ? 'none on this machine' : undefined}>
        {agents.length > 0 && (
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col">Read so far</th>
                <th scope="col">Hooks</th>
                <th scope="col">MCP server</th>
                <th scope="col">Deletes its sessions</th>
                <th scope="col">{about.watching ? 'Watched places' : 'Places'}</th>
              </tr>
            </thead>
            <tbody>
              {agents.map((agent) => (
                <Agent key={agent.source} agent={agent} />
              ))}
            </tbody>
          </table>
        )}
        {absent.length > 0 && <p className={styles.note}>Not found here: {absent.join(', ')}.</p>}
      </Panel>
      <Panel title="Archive and settings">
        <dl className={styles.facts}>
          <dt>Archive</dt>
          <dd>
            {archive.path === null ? 'PostgreSQL' : <code>{archive.path}</code>}, {bytes(archive.bytes)},{' '}
            {plural(about.sessions, 'session')}, sub-agents included
          </dd>
          <dt>Last read</dt>
          <dd>
            {archive.ingested_at === null ? 'never' : day(archive.ingested_at)};{' '}
            {about.watching ? 'agents are followed while this server runs' : 'agents are not followed'}
            {archive.issues > 0 && `; ${plural(archive.issues, 'line')} could not be read and were kept`}
          </dd>
          <dt>Prices</dt>
          <dd>
            {plural(answer.prices.models, 'model')}, looked up on {dayName(answer.prices.date)}
            {answer.prices.own > 0 && `; ${count(answer.prices.own)} of your own`}. <code>prices.json</code> in
            stemma&apos;s home sets your own.
          </dd>
          <dt>Redaction</dt>
          <dd>On: keys, tokens and passwords are removed from everything this page and its API show.</dd>
          <dt>Never read</dt>
          <dd>
            {answer.exclude.length === 0 ? 'Nothing is left out. ' : `${answer.exclude.join(', ')}. `}
            <code>exclude</code> in <code>config.json</code> names paths and repositories.
          </dd>
          <dt>Retention</dt>
          <dd>
            The archive keeps everything until <code>stemma evict</code> or <code>stemma forget</code> removes it.
          </dd>
          <dt>Notes to agents</dt>
          <dd>
            Advice after a failure: {answer.advice ? 'on' : 'off'}. Summary when a session starts:{' '}
            {answer.resume ? 'on' : 'off'}. <code>advice</code> and <code>resume</code> in <code>config.json</code>.
          </dd>
        </dl>
      </Panel>
    </div>
  );
}

function Agent({ agent }: { readonly agent: AgentSetup }) {
  const { title, files, archived_files: kept, sessions, hooks, mcp, retention_days: days, going } = agent;
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <span className={styles.read}>
          <progress max={Math.max(files, kept, 1)} value={kept} aria-label={`Files of ${title} read`} />
          <span>
            {count(kept)} of {plural(Math.max(files, kept), 'file')}, {plural(sessions, 'session')}
          </span>
        </span>
      </td>
      <td>{hooks === null ? 'has none' : words[hooks]}</td>
      <td>{mcp === null ? 'has none' : words[mcp]}</td>
      <td>
        {days === null ? 'no' : `after ${plural(days, 'day')}`}
        {going > 0 && `, ${plural(going, 'file')} within a week`}
      </td>
      <td>
        {agent.places.map((place) => (
          <code key={place} className={styles.place}>
            {place}
          </code>
        ))}
      </td>
    </tr>
  );
}

const words = { on: 'installed', old: 'out of date', off: 'not installed', broken: 'not working' } as const;

/** What to do next, with its command; nothing when all is well. */
function ToDo({
  setup: { agents, archive },
  isWatching,
}: {
  readonly setup: SetupAnswer;
  readonly isWatching: boolean;
}) {
  const unread = agents.some(({ files, archived_files: kept }) => files > kept);
  const unsaved = agents.reduce((sum, agent) => sum + agent.unsaved, 0);
  const hookless = agents.filter(({ hooks }) => hooks === 'off' || hooks === 'old');
  const all = [
    archive.rebuild_unfinished && { why: 'A rebuild was not finished.', command: 'stemma rebuild' },
    archive.outdated && { why: 'Parts were read by an older stemma.', command: 'stemma rebuild' },
    unsaved > 0 && {
      why: `${plural(unsaved, 'file')} will be deleted soon and not read yet.`,
      command: 'stemma ingest',
    },
    unread && unsaved === 0 && !isWatching && { why: 'Some files were not read yet.', command: 'stemma ingest' },
    hookless.length > 0 && {
      why: 'Hooks record sessions while they run and give advice.',
      command: `stemma install ${hookless.map(({ source }) => source).join(' ')}`,
    },
    ...agents.flatMap(({ to_do: left, title }) => left.map((why) => ({ why: `${title}: ${why}`, command: null }))),
  ].filter((each) => each !== false);
  if (all.length === 0) return <p className={styles.note}>Everything is set up.</p>;
  return (
    <Panel title="To do">
      <ul className={styles.todo}>
        {all.map(({ why, command }) => (
          <li key={why}>
            {why} {command !== null && <code>{command}</code>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
