import type {
  ChainId,
  EdgeType,
  EventId,
  Session,
  SessionUid,
  SkeletonAnswer,
  SkeletonChild,
  SkeletonStory,
} from '../../../../src/types.ts';
import { acts, edgeTypes } from '../../../../src/types.ts';

const tools = ['Read', 'Edit', 'Bash', 'Grep', 'Task'];
const actOf = [
  acts.indexOf('read'),
  acts.indexOf('edit'),
  acts.indexOf('shell'),
  acts.indexOf('search'),
  acts.indexOf('agent'),
];
const startedAt = Date.UTC(2026, 1, 19, 8);

/** A deterministic session of any length, for tests and benchmarks. */
export function generatedSkeleton(
  count: number,
  { uid = 'made:up', children = 0 }: { readonly uid?: string; readonly children?: number } = {},
): SkeletonAnswer {
  const random = seededRandom(count + uid.length);
  const steps = {
    seq: [] as number[],
    at: [] as number[],
    kind: [] as number[],
    act: [] as number[],
    tool: [] as number[],
    failed: [] as number[],
    took: [] as number[],
    causes: [] as number[],
  };
  const edges = { back: [] as number[], type: [] as number[], confidence: [] as number[], basis: [] as number[] };
  const stories: SkeletonStory[] = [];
  let turn = 0;
  for (let step = 0; step < count; step++) {
    const isPrompt = step === 0 || random() < 0.01;
    if (isPrompt) turn = step;
    const what = random();
    const failed = !isPrompt && random() < 0.035;
    const isCheck = !isPrompt && what >= 0.62 && what < 0.74;
    const tool = what < 0.34 ? 0 : what < 0.58 ? 1 : what < 0.86 ? 2 : what < 0.985 ? 3 : 4;
    steps.seq.push(step === 0 ? 1 : 3);
    steps.at.push(step === 0 ? startedAt : Math.round(random() < 0.004 ? random() * 3e6 : random() * 9_000));
    steps.kind.push(isPrompt ? (random() < 0.2 && step > 0 ? 1 : 0) : 2);
    steps.act.push(isPrompt ? -1 : isCheck ? acts.indexOf('check') : actOf[tool]!);
    steps.tool.push(isPrompt ? -1 : isCheck ? 2 : tool);
    steps.failed.push(Number(failed));
    steps.took.push(Math.round(random() * 4_000));
    const backs = isPrompt
      ? []
      : [
          ...new Set([
            1 + Math.floor(random() * 6),
            step - turn,
            ...(random() < 0.2 ? [1 + Math.floor(random() * 400)] : []),
          ]),
        ].filter((back) => back > 0 && back <= step);
    const believed = backs
      .map((back) => ({
        back,
        confidence: back === step - turn ? 65 : 50 + Math.floor(random() * 46),
        type: back === step - turn ? 'asked' : pick(edgeTypes.slice(1, 5), random),
      }))
      .toSorted((a, b) => b.confidence - a.confidence);
    for (const { back, confidence, type } of believed) {
      edges.back.push(back);
      edges.confidence.push(confidence);
      edges.type.push(edgeTypes.indexOf(type as EdgeType));
      edges.basis.push(Number(random() < 0.15));
    }
    steps.causes.push(believed.length);
    if (failed && step + 12 < count) {
      const isSolved = random() < 0.75;
      stories.push({
        chain: `ch_${step}` as ChainId,
        kind: random() < 0.2 ? 'benign' : 'real',
        state: isSolved ? 'resolved' : 'open',
        type: 'exit 1',
        error: step,
        culprit: [Math.max(0, step - 2)],
        attempts: [step + 2],
        fix: isSolved ? [step + 5] : [],
        proof: isSolved ? step + 9 : null,
        minutes: isSolved ? 2.5 : null,
      });
    }
  }
  return {
    session: generatedSession(uid, count, stories.length),
    acts,
    tools,
    types: edgeTypes,
    steps,
    edges,
    beyond: [],
    stories,
    children: Array.from({ length: children }, (_, number): SkeletonChild => ({
      session: `${uid}/${number}` as SessionUid,
      relation: 'subagent',
      title: `Look into part ${number}`,
      step: Math.floor(((number + 0.5) / children) * count),
      steps: 40,
      errors: 1,
      open: 0,
    })),
    before: 0,
    total: count,
    next: 1 + 3 * (count - 1),
    truncated: false,
  };
}

export function generatedId(uid: string, index: number): EventId {
  return `ev_${String(index).padStart(11, '0')}${uid.replaceAll(/\W/g, '').padEnd(11, '0').slice(0, 11)}` as EventId;
}

function generatedSession(uid: string, steps: number, errors: number): Session {
  return {
    schema_version: 2,
    domain: null,
    task_ref: null,
    uid: uid as SessionUid,
    source: 'claude-code',
    native_id: uid,
    title: `Generated: ${steps.toLocaleString('en')} steps`,
    repo: 'monorepo',
    cwd: '/home/ada/monorepo',
    branch: 'main',
    model: 'opus-4-6',
    agent_version: '2.1.0',
    not_recorded: [],
    started_at: new Date(startedAt).toISOString(),
    ended_at: new Date(startedAt + steps * 4_500).toISOString(),
    outcome: 'success',
    events: steps * 3,
    steps,
    errors,
    open_errors: 0,
    cost: {
      input_tokens: 21e6,
      output_tokens: steps * 210,
      cache_tokens: 88e6,
      wall_clock_s: steps * 4.5,
      turns: Math.round(steps / 100),
      retries: 12,
      usd: steps / 1000,
      usd_is_exact: true,
    },
    parent: null,
    workspace: '/home/ada/monorepo',
    source_path: null,
    source_bytes: steps * 900,
    watermarks: { discovered: null, ingested: null, analyzed: null, evicted: null },
  };
}

/** A linear congruential generator, so that tests do not depend on chance. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}
