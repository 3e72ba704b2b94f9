import type { TestProject } from 'vitest/node';

/** `npm run test:quick` is not all there is. */
export function setup({ name, vitest }: TestProject): void {
  if (vitest.projects.some((project) => project.name !== name)) return;
  process.stderr.write(
    'Left out: what needs the built program, PostgreSQL or a browser (test/ and a part of src/), and slow units. ' +
      'vitest.config.ts lists them; `npm test` runs everything.\n',
  );
}
