import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventLogger, openStemma, type EventId, type Stemma } from '../../src/index.ts';

let home: string;
let stemma: Stemma;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'stemma-recorded-'));
  stemma = await openStemma({ home });
});

afterEach(async () => {
  await stemma.close();
  rmSync(home, { recursive: true, force: true });
});

/** As a program logs that names its events and their parents, and gives no kinds. */
async function deployment(): Promise<Record<'message' | 'decision' | 'tool' | 'error', EventId>> {
  await using logger = new EventLogger({ home, session: 'session-123' });
  const message = logger.log({ type: 'user_message', payload: { text: 'Deploy the API' } });
  const decision = logger.log({
    type: 'spawn_decision',
    payload: { reasoning: 'a deployer is needed' },
    parent: message,
  });
  const tool = logger.log({ type: 'tool_use', payload: { tool: 'deploy', env: 'prod' }, parent: decision });
  const error = logger.log({ type: 'error', payload: { message: 'port 80 is in use' }, parent: tool });
  return { message, decision, tool, error };
}

describe('events logged with their parents', () => {
  test('are steps, and each parent is a recorded cause', async () => {
    const { message, decision, tool, error } = await deployment();
    await stemma.ingest();
    const { steps } = await stemma.graph('session-123');
    expect(steps.map(({ id, kind, type, summary }) => [id, kind, type, summary])).toEqual([
      [message, 'prompt', 'user_message', 'Deploy the API'],
      [decision, 'event', 'spawn_decision', 'a deployer is needed'],
      [tool, 'call', 'tool_use', 'deploy deploy prod'],
      [error, 'event', 'error', 'port 80 is in use'],
    ]);
    expect(steps.map(({ causes }) => causes.map(({ step, basis, confidence }) => [step, basis, confidence]))).toEqual([
      [],
      [[message, 'recorded', 1]],
      [[decision, 'recorded', 1]],
      [[tool, 'recorded', 1]],
    ]);
  });

  test('answer why with the whole chain, nearest first', async () => {
    const { message, decision, tool, error } = await deployment();
    await stemma.ingest();
    const { line, roots } = await stemma.why(error);
    expect(line.map(({ step, via }) => [step.id, via.types, via.basis])).toEqual([
      [tool, ['caused'], 'recorded'],
      [decision, ['caused'], 'recorded'],
      [message, ['caused'], 'recorded'],
    ]);
    expect(roots.map(({ id }) => id)).toEqual([message]);
  });

  test('show an error as a failure of what caused it', async () => {
    const { tool, error } = await deployment();
    await stemma.ingest();
    const { errors } = await stemma.errors('session-123');
    expect(errors).toMatchObject([
      { id: error, kind: 'real', message: 'port 80 is in use', culprit: [{ step: tool }], fix: [], verified: false },
    ]);
    expect(await stemma.failure(error)).toMatchObject({
      target: { step: { id: error, failed: true } },
      chain: [{ step: { id: tool }, culprit: true }, {}, {}],
    });
  });

  test('find the culprit behind events that are no calls', async () => {
    await using logger = new EventLogger({ home, session: 'session-123' });
    const tool = logger.log({ type: 'tool_use', payload: { tool: 'deploy', env: 'prod' } });
    const result = logger.log({ type: 'tool_result', payload: { ok: false }, parent: tool });
    const error = logger.log({ type: 'error', payload: { message: 'port 80 is in use' }, parent: result });
    await logger.close();
    await stemma.ingest();
    const { errors } = await stemma.errors('session-123');
    expect(errors).toMatchObject([{ id: error, culprit: [{ step: tool }] }]);
    const { line } = await stemma.why(error);
    expect(line.map(({ step }) => step.id)).toEqual([result, tool]);
  });

  test('count an error once in the digest', async () => {
    await deployment();
    await stemma.ingest();
    const { digest } = await stemma.digest('session-123');
    expect(digest.errors).toMatchObject({ total: 1, items: [{ sample: 'port 80 is in use', count: 1 }] });
  });

  test('show an error as fixed by the next call of that sort which succeeds', async () => {
    await using logger = new EventLogger({ home, session: 'session-123' });
    const tool = logger.log({ type: 'tool_use', tool: 'deploy', payload: { port: 80 } });
    logger.log({ type: 'error', text: 'port 80 is in use', parent: tool });
    const again = logger.log({ type: 'tool_use', tool: 'deploy', payload: { port: 81 }, output: 'up' });
    await logger.close();
    await stemma.ingest();
    const { errors } = await stemma.errors('session-123');
    expect(errors).toMatchObject([{ fix: [{ step: again }], verified_by: { step: again } }]);
  });
});

test('an exception that passes through scopes is one failure, and the scopes around it are cascades', async () => {
  await using logger = new EventLogger({ home, session: 'scopes' });
  const ship = () =>
    logger.scope({ type: 'ship_order' }, () =>
      logger.scope({ type: 'book_carrier' }, () =>
        logger.scope({ type: 'call_carrier' }, () => {
          throw new Error('connect ECONNREFUSED');
        }),
      ),
    );
  expect(ship).toThrow('ECONNREFUSED');
  await logger.close();
  await stemma.ingest();
  const { errors } = await stemma.errors('scopes');
  expect(errors.map(({ kind, message }) => [kind, message])).toEqual([
    ['cascade', 'Error: connect ECONNREFUSED'],
    ['cascade', 'Error: connect ECONNREFUSED'],
    ['real', 'Error: connect ECONNREFUSED'],
  ]);
});
