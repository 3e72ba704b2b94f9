import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, in this order, so that none of it is left for the end, when the other cores are idle. */
const longest = [
  'test/web/pages.test.ts',
  'test/web/session.test.ts',
  'test/postgres/answers.test.ts',
  'test/postgres/writers.test.ts',
  'test/postgres/db-copy.test.ts',
  'src/live/run/run.test.ts',
  'src/live/hook/hook.test.ts',
  'test/ingest/kill.test.ts',
  'test/docs/examples.test.ts',
  'test/web/errors.test.ts',
  'test/web/why.test.ts',
  'test/web/firefox.test.ts',
  'test/ingest/hooks.test.ts',
  'test/redaction.test.ts',
  'test/program/hard-times.test.ts',
  'src/sources/registry.test.ts',
  'test/package/package.test.ts',
  'test/program/mcp.test.ts',
  'test/ingest/views.test.ts',
  'src/http/client.test.ts',
  'test/eval/eval-label.test.ts',
  'test/answers/causes.test.ts',
  'test/package/types.test.ts',
  'src/store/postgres/postgres.test.ts',
  'src/live/watch/watch.test.ts',
  'test/answers/page.test.ts',
  'src/store/postgres/queries/lineage.test.ts',
  'test/eval/eval.test.ts',
  'test/answers/cost.test.ts',
  'test/web/hostile.test.ts',
  'test/postgres/program.test.ts',
  'src/platform/redact.test.ts',
  'src/causal/any-session.test.ts',
];

/** Files of one project after each other, because they share processes; the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(root, moduleId));
      return at < 0 ? longest.length : at;
    };
    const projects = this.ctx.projects.map(({ name }) => name);
    const project = ({ project: { name } }: TestSpecification): number => projects.indexOf(name);
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => project(a) - project(b) || place(a) - place(b));
  }
}
