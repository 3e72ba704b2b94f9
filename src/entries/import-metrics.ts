import { defineEntry, type WorkspaceContext } from './entry.ts';

export const importMetrics = defineEntry({
  name: 'importMetrics',
  summary: "Import session-buddy's skill_metrics.json or skills.db, or a file that stemma exported",
  input: { file: { type: 'text', max: 4_096, required: true, summary: 'The path of a metrics file' } },
  positionals: ['file'],
  async check(_, { file }) {
    const { metricsEntries } = await import('../ingest/manual/metrics-entries.ts');
    await metricsEntries(file);
  },
  async run({ store, workspace }: WorkspaceContext, { file }) {
    const { importSkillMetrics } = await import('../ingest/manual/import-skill-metrics.ts');
    return importSkillMetrics(store, file, { workspace });
  },
});
