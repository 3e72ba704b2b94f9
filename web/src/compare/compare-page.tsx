import { useEffect } from 'react';
import type { CompareAnswer, ComparedRun, Side, StepElsewhere, Stretch } from '../../../src/types.ts';
import { segment } from '../api.ts';
import { count, duration, money, percent, plural } from '../format.ts';
import { Link } from '../parts/link.tsx';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import table from '../parts/table.module.css';
import { useAgent } from '../parts/use-agent.ts';
import { linkTo, linkToSession, useRoute } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './compare-page.module.css';

/** Two sessions side by side: their numbers, where they part, and what each did then. */
export function ComparePage() {
  const { params } = useRoute();
  const [a, b] = [params.get('a'), params.get('b')];
  const path = a && b ? `/sessions/${segment(a)}/compare/${segment(b)}` : null;
  const { answer, error, reload } = useAnswer<CompareAnswer>(path);
  useEffect(() => {
    document.title = 'Compare · stemma';
  }, []);
  if (path === null)
    return (
      <Empty title="Choose two sessions">
        <p>Press “Compare” on two sessions of the list.</p>
        <Link to="/sessions" className="button">
          Sessions
        </Link>
      </Empty>
    );
  if (error && !answer) return <Failed error={error} reload={reload} />;
  if (!answer) return <Busy what="Comparing" />;
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Compare</h1>
        <p>
          {percent(answer.alike)} of their steps are the same
          {answer.truncated && ', as far as compared'}.
        </p>
        <Link to={linkTo('/compare', { a: b, b: a })} className="button">
          Swap
        </Link>
      </header>
      <Numbers a={answer.a} b={answer.b} />
      <PartingOf answer={answer} />
      <Panel title="Step by step" note="what both did is folded">
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            {answer.stretches.slice(0, maxStretches).map((stretch) => (
              <StretchRow key={`${stretch.a.from} ${stretch.b.from}`} stretch={stretch} />
            ))}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}

const maxStretches = 200;

function Numbers({ a, b }: { readonly a: ComparedRun; readonly b: ComparedRun }) {
  const agentOf = useAgent();
  const rows: readonly (readonly [string, (run: ComparedRun) => string])[] = [
    ['Agent', ({ session }) => [agentOf(session.source).name, session.model].filter(Boolean).join(', ')],
    ['Outcome', ({ outcome }) => outcome],
    ['Active time', ({ session }) => duration(session.cost.wall_clock_s * 1000)],
    [
      'Cost',
      ({ session: { cost } }) =>
        'usd' in cost && typeof cost.usd === 'number' ? money(cost.usd) : `${count(cost.output_tokens)} output tokens`,
    ],
    ['Steps', ({ steps }) => count(steps)],
    ['Edits', ({ edits }) => count(edits)],
    ['Checks', ({ checks }) => `${count(checks.total)}, ${count(checks.failed)} failed`],
    ['Failures', ({ failures }) => count(failures)],
    ['Retries', ({ retries }) => count(retries)],
    ['Last check', ({ last_check: last }) => (last ? (last.failed ? 'failed' : 'passed') : 'none')],
  ];
  return (
    <Panel title="Numbers">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-label">Number</span>
            </th>
            {[a, b].map(({ session }, index) => (
              <th key={index} scope="col" className={styles.name}>
                {'AB'[index]} ·{' '}
                <Link to={linkToSession(session.uid)} className="transcript-text">
                  {session.title ?? session.uid}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, show]) => (
            <tr key={name} data-differs={show(a) !== show(b)} className={styles.row}>
              <th scope="row">{name}</th>
              <td>{show(a)}</td>
              <td>{show(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function PartingOf({ answer: { parting, common_steps: common } }: { readonly answer: CompareAnswer }) {
  if (parting === null)
    return (
      <Panel title="Where they part">
        <p className={styles.note}>Nowhere: both did the same.</p>
      </Panel>
    );
  const { because } = parting;
  return (
    <Panel title="Where they part" note={common === 0 ? 'at the first step' : `after ${plural(common, 'common step')}`}>
      <div className={styles.sides}>
        {[parting.a, parting.b].map((step, index) => (
          <p key={index}>
            <b>{'AB'[index]}</b> {step ? <StepOf step={step} /> : 'ends here'}
          </p>
        ))}
      </div>
      {because && (
        <p className={styles.note}>
          {differences[because.is]}: A <code className="transcript-text">{because.lines.a || '(nothing)'}</code> B{' '}
          <code className="transcript-text">{because.lines.b || '(nothing)'}</code>
        </p>
      )}
    </Panel>
  );
}

const differences = {
  asked: 'They were asked different things',
  written: 'Before that, they wrote different things',
  result: 'Before that, the same step gave different results',
} as const;

function StretchRow({ stretch: { is, a, b, written_differently: different } }: { readonly stretch: Stretch }) {
  if (is === 'common')
    return (
      <tr>
        <td colSpan={2} className={styles.common}>
          {plural(a.to - a.from, 'common step')}
          {different > 0 && `, ${count(different)} with different text`}
        </td>
      </tr>
    );
  return (
    <tr>
      <SideOf side={a} />
      <SideOf side={b} />
    </tr>
  );
}

function SideOf({ side: { from, to, steps } }: { readonly side: Side }) {
  const left = to - from - steps.length;
  return (
    <td className={styles.side}>
      {steps.length === 0 && <span className={styles.none}>nothing</span>}
      <ol>
        {steps.map((step) => (
          <li key={step.id}>
            <StepOf step={step} />
          </li>
        ))}
      </ol>
      {left > 0 && <span className={styles.none}>{plural(left, 'more step')}</span>}
    </td>
  );
}

function StepOf({ step: { id, session, tool, summary, failed } }: { readonly step: StepElsewhere }) {
  return (
    <Link to={linkToSession(session, { at: id })} className={`${styles.step} transcript-text`} data-failed={failed}>
      {failed && 'failed: '}
      {(tool === null || summary.startsWith(`${tool} `) ? summary : `${tool} ${summary}`).slice(0, 300)}
    </Link>
  );
}
