import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, in this order, so that no long file is left for the end, when the other cores have nothing to do. */
const longest = ['test/postgres/answers.test.ts', 'test/web/pages.test.ts'];

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
