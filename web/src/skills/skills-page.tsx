import { useEffect } from 'react';
import type { Heatmap as HeatmapAnswer, SkillsAnswer, Workflow } from '../../../src/types.ts';
import { count, percent, plural } from '../format.ts';
import { Select } from '../parts/select.tsx';
import { Busy, Empty, Failed } from '../parts/notice.tsx';
import { setParams, useRoute } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { Bottlenecks } from './bottlenecks.tsx';
import { Heatmap } from './heatmap.tsx';
import { SkillUses } from './skill-uses.tsx';
import { SkillTable } from './skill-table.tsx';
import styles from './skills-page.module.css';
import { Transitions } from './transitions.tsx';

/** Usage and completion of skills, commands and sub-agents. */
export function SkillsPage() {
  const { params } = useRoute();
  const phase = params.get('phase');
  const skills = useAnswer<SkillsAnswer>('/skills', { limit: 200 });
  const workflow = useAnswer<Workflow>('/skills/workflow');
  const heatmap = useAnswer<HeatmapAnswer>('/skills/heatmap');
  useEffect(() => {
    document.title = 'Skills · stemma';
  }, []);
  if (skills.error && !skills.answer) return <Failed error={skills.error} reload={skills.reload} />;
  if (!skills.answer) return <Busy what="Loading skills" />;
  const { summary, total } = skills.answer;
  if (total === 0) return <NoSkills />;
  const shown = skills.answer.skills.filter(({ workflow_phases }) => phase === null || phase in workflow_phases);
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Skills</h1>
        <p>
          {plural(summary.total_invocations, 'use')} of {plural(summary.total_skills, 'skill')} in{' '}
          {plural(summary.sessions, 'session')}
          {summary.completion.percent !== null && (
            <>
              ; {percent(summary.completion.percent / 100)} of {count(summary.completion.n)} with a known outcome
              completed
            </>
          )}
          .
        </p>
        <Select
          label="Phase"
          any="Any phase"
          value={phase ?? ''}
          options={(workflow.answer?.phases ?? []).map(({ phase: value }) => ({ value, name: value }))}
          select={(value) => setParams({ phase: value })}
        />
      </header>
      {params.has('skill') && <SkillUses name={params.get('skill')!} />}
      {heatmap.answer && heatmap.answer.skills.length > 0 && <Heatmap heatmap={heatmap.answer} />}
      <SkillTable skills={shown} phase={phase} isCut={skills.answer.truncated} />
      <div className={styles.columns}>
        {workflow.answer && <Transitions transitions={workflow.answer.transitions} />}
        {workflow.answer && <Bottlenecks workflow={workflow.answer} />}
      </div>
    </div>
  );
}

function NoSkills() {
  return (
    <Empty title="No skills used yet">
      <p>
        Skills, slash commands, sub-agents and MCP tools are found during <code>stemma ingest</code>. Record your own
        with the SDK&apos;s <code>SkillsTracker</code>.
      </p>
    </Empty>
  );
}
