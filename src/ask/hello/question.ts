import { defineQuestion } from '../question/question.ts';

export interface HelloAnswer {
  readonly greeting: string;
  /** How many sessions the archive holds. */
  readonly sessions: number;
}

export const hello = defineQuestion({
  name: 'hello',
  summary: 'Greet somebody, with the number of sessions',
  input: { name: { type: 'text', required: true, summary: 'Whom to greet' } },
  positionals: ['name'],
  output: 'HelloAnswer',
  http: { path: '/api/hello/:name' },
  async run({ read }, { name }): Promise<HelloAnswer> {
    const { total } = await read.sessions({}, { limit: 1, offset: 0 });
    return { greeting: `Hello, ${name}`, sessions: total };
  },
});
