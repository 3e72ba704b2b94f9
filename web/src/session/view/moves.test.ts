import { beforeAll, expect, test } from 'vitest';
import type { SessionUid } from '../../../../src/types.ts';
import { generatedSkeleton } from '../data/generated.ts';
import { readSkeleton } from '../data/skeleton.ts';
import { weave, type Steps } from '../data/weave.ts';
import {
  back,
  choose,
  move,
  nextFailure,
  nextPrompt,
  playOn,
  setLeast,
  setView,
  showSlice,
  toBestCause,
  toEnd,
  togglePlay,
  toggleReads,
  toggleTurn,
  toggleTurns,
} from './moves.ts';
import { allTurns, changed, firstView, withSteps, type ViewState } from './view-state.ts';

let steps: Steps;
let withChild: Steps;
let view: ViewState;

beforeAll(async () => {
  const root = await readSkeleton(generatedSkeleton(2_000, { children: 1 }));
  const child = await readSkeleton(generatedSkeleton(40, { uid: 'made:up/0' }));
  steps = await weave(root, new Map());
  withChild = await weave(root, new Map([['made:up/0' as SessionUid, child]]));
  view = firstView(steps, {});
});

test('moving goes from row to row, over rows that are no steps', () => {
  const [band] = steps.bands;
  const before = choose(view, band!.after);
  expect(move(before, 1).chosen).toBe(band!.after + 1);
  expect(move(view, 1).chosen).toBe(0);
  expect(toEnd(view, 'last').chosen).toBe(1_999);
  expect(move(toEnd(view, 'last'), 1).chosen).toBe(1_999);
});

test('to choose a step again is to ask for it again; to change anything else is not', () => {
  const first = toEnd(view, 'first');
  expect(toEnd(first, 'first')).toMatchObject({ chosen: first.chosen, times: first.times + 1 });
  expect(setLeast(first, 80).times).toBe(first.times);
});

test('why shows what led to the chosen step; asked again it folds the rest, and Esc takes both back', () => {
  const why = showSlice(choose(view, 1_500), 'why');
  expect(why.slice).toMatchObject({ root: 1_500, way: 'causes' });
  expect(why.rows.rows.length).toBe(view.rows.rows.length);
  const folded = showSlice(why, 'why');
  expect(folded.rows.rows.length).toBeLessThan(200);
  const all = back(folded);
  expect([all.show, all.slice, all.rows.rows.length]).toEqual(['all', null, view.rows.rows.length]);
});

test('a step inside the slice is looked at in it, one outside has a slice of its own', () => {
  const why = showSlice(choose(view, 1_500), 'why');
  const inside = [...why.slice!.depth.keys()].find((step) => step !== 1_500)!;
  expect(choose(why, inside).slice).toBe(why.slice);
  expect(choose(why, 1_501).slice!.root).toBe(1_501);
});

test('a surer slider leaves fewer edges everywhere', () => {
  const why = showSlice(choose(view, 1_500), 'why');
  const surer = setLeast(why, 90);
  expect(surer.slice!.depth.size).toBeLessThan(why.slice!.depth.size);
  expect(surer.slice!.edges.every(({ edge }) => steps.confidence[edge]! >= 90)).toBe(true);
  expect(setLeast(why, 200).least).toBe(95);
});

test('choosing a step that is folded away opens what it is folded into', () => {
  const outline = toggleTurns(view);
  expect(outline.rows.isOutline).toBe(true);
  const opened = choose(outline, 1_500);
  expect(opened.rows.rows[opened.rows.rowOf[1_500]!]).toBe(1_500);
  expect(opened.closed.size).toBe(outline.closed.size - 1);
  const reads = toggleReads(view);
  const run = reads.rows.extras.find(({ is }) => is === 'reads')!;
  const inRun = choose(reads, run.from + 1);
  expect(inRun.rows.rows[inRun.rows.rowOf[run.from + 1]!]).toBe(run.from + 1);
});

test('closing the turn of the chosen step chooses its prompt', () => {
  const turn = steps.turn[1_500]!;
  expect(toggleTurn(choose(view, 1_500), turn).chosen).toBe(steps.turnStart[turn]);
});

test('the tree begins closed but for the turn one is in, and leaves the list as it was', () => {
  const tree = setView(choose(view, 1_500), 'tree');
  expect(tree.rows.rows[tree.rows.rowOf[1_500]!]).toBe(1_500);
  expect(tree.closedInTree.size).toBe(allTurns(steps).size - 1);
  expect(setView(tree, 'steps').rows.rows).toEqual(view.rows.rows);
});

test('failures, prompts and the best cause are a key away', () => {
  const failure = nextFailure(view, 1);
  expect(steps.failed[failure.chosen]).toBe(1);
  expect(nextFailure(nextFailure(failure, 1), -1).chosen).toBe(failure.chosen);
  expect(nextPrompt(choose(view, 0), 1).chosen).toBe(steps.turnStart[1]);
  const step = choose(view, 1_500);
  expect(toBestCause(step).chosen).toBe(steps.cause[steps.firstCause[1_500]!]);
});

test('a replay goes on from the chosen step to the end, and ends there', () => {
  const playing = togglePlay(choose(view, 1_998));
  expect(playing).toMatchObject({ replay: 'playing', chosen: 1_998 });
  const last = playOn(playing);
  expect(last.chosen).toBe(1_999);
  expect(playOn(last).replay).toBe('off');
  expect(togglePlay(changed(last, { replay: 'off' })).chosen).toBe(0);
});

test('the chosen step stays chosen when a sub-agent is opened before it, and its call when it is closed around it', () => {
  const after = choose(view, 1_500);
  const opened = withSteps(after, withChild);
  expect([withChild.part[opened.chosen], withChild.own[opened.chosen]]).toEqual([0, 1_500]);
  expect(withSteps(opened, steps).chosen).toBe(1_500);
  const inside = choose(opened, withChild.placeOf(1, 5));
  expect(withSteps(inside, steps).chosen).toBe(steps.bands[0]!.after);
});
