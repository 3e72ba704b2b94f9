import type { SkillMetrics } from '../../memory/skills/skill-metrics.ts';
import type { Workflow } from '../../memory/skills/workflow.ts';
import type { Invocation } from '../../model/invocation.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';
import { tallied } from './tally.ts';

/** Everything about one skill, and its last uses. */
export interface SkillAnswer {
  readonly skill: SkillMetrics;
  /** How it does in each phase. */
  readonly phases: Workflow['phases'];
  /** The latest first. */
  readonly uses: readonly Invocation[];
  readonly total: number;
  readonly truncated: boolean;
}

export async function skill(
  read: StoreReader,
  name: string,
  { limit = 10, ...filter }: InvocationFilter & { readonly limit?: number } = {},
): Promise<SkillAnswer> {
  const found = await skillNamed(read, name, filter);
  const { all, workflow } = await tallied(read, { ...filter, skill: found });
  const { invocations, total } = await read.invocations({ ...filter, skill: found }, { limit, offset: 0 });
  return {
    skill: all.metrics()[0]!,
    phases: workflow.workflow().phases,
    uses: invocations,
    total,
    truncated: invocations.length < total,
  };
}

/** By its whole name, also without a command's slash, or by a part of the name that only one has. */
async function skillNamed(read: StoreReader, name: string, filter: InvocationFilter): Promise<string> {
  const names = await read.skillNames(filter, mostNames);
  const sought = name.toLowerCase();
  const exact = names.find((each) => each === name) ?? names.find((each) => each === `/${name}`);
  if (exact !== undefined) return exact;
  const alike = names.filter((each) => each.toLowerCase().includes(sought));
  if (alike.length === 1) return alike[0]!;
  if (alike.length > 1)
    throw new StemmaError('ambiguous-id', `Several skills are called like "${redact(name)}".`, {
      hint: ['They are', ...alike.slice(0, shown)].join('\n'),
    });
  throw new StemmaError(
    'skill-not-found',
    `No use of a skill "${redact(name)}" is known${Object.keys(filter).length > 0 ? ' there' : ''}.`,
    { hint: '`stemma skills` lists those that were used.' },
  );
}

const mostNames = 10_000;
const shown = 10;
