import { describe, expect, test } from 'vitest';
import { eventKey, sessionUid, treeKey, type SessionUid } from '../../model/ids.ts';
import { moreOfNames } from '../../platform/search/names.ts';
import { inRest } from '../../platform/search/words.ts';
import type { EventRow, RankAnswer, RankQuery, SearchTerm, Store } from '../store.ts';
import { batchOf, call, message, prompt, range, type Open } from './cast.ts';

export function rankedSearchContract(open: Open): void {
  describe('ranked search', () => {
    test('finds sessions by any word of a question, those with more and rarer words first', async () => {
      await using store = (await open()).store;
      await keep(store, 'common', ['the test runs', 'one more test', 'a test again']);
      await keep(store, 'rare', ['the login test fails at times']);
      await keep(store, 'both', ['the login test', 'a flake again']);
      const answer = await ask(store, 'login', 'test', 'flake');
      expect(sessionsOf(answer)).toEqual(['both', 'rare', 'common']);
      expect(answer.sessions.map(({ coverage }) => coverage)).toEqual([1, expect.any(Number), expect.any(Number)]);
      expect(answer.sessions[1]!.coverage).toBeGreaterThan(answer.sessions[2]!.coverage);
      expect(answer.totalSessions).toBe(3);
    });

    test('shows the best events of a session, and which terms each has', async () => {
      await using store = (await open()).store;
      await keep(store, 'one', ['only a flake', 'the login flake', 'nothing of this', 'login again']);
      const [session] = (await ask(store, 'login', 'flake')).sessions;
      expect(session!.hits.map(({ event, terms }) => [event.summary, terms])).toEqual([
        ['the login flake', [0, 1]],
        ['login again', [0]],
        ['only a flake', [1]],
      ]);
    });

    test('lists events with every word first', async () => {
      await using store = (await open()).store;
      await keep(store, 'a', ['login', 'login flake', 'flake']);
      await keep(store, 'b', ['flake', 'login']);
      const { hits, totalHits } = await ask(store, 'login', 'flake');
      expect(hits[0]!.event.summary).toBe('login flake');
      expect(totalHits).toBe(5);
      expect(hits).toHaveLength(5);
    });

    test('takes any of the forms of a term, and all words of a form', async () => {
      await using store = (await open()).store;
      await keep(store, 'a', ['it was fixed', 'prefix', '修复数据库']);
      const fix = { ...term('fix'), forms: [[word('fix')], [word('fixed')]] };
      expect((await rank(store, [fix])).hits.map(({ event }) => event.summary)).toEqual(['it was fixed']);
      const database = { ...term('数据库'), forms: [[word('数据'), word('据库')]] };
      expect((await rank(store, [database])).hits).toHaveLength(1);
      const prefixes = { ...term('pre*'), forms: [[{ word: 'pre', isPrefix: true }]] };
      expect((await rank(store, [prefixes])).hits.map(({ event }) => event.summary)).toEqual(['prefix']);
    });

    test('events near each other count together', async () => {
      await using store = (await open()).store;
      const between = range(8).map((at) => `nothing ${at}`);
      await keep(store, 'near', ['a login', 'the flake', ...between]);
      await keep(store, 'far', ['a login', ...between, 'the flake']);
      const [near, far] = (await ask(store, 'login', 'flake')).sessions;
      expect([near!.session, far!.session]).toEqual([uidOf('near'), uidOf('far')]);
      expect(near!.score).toBeGreaterThan(far!.score);
    });

    test('finds words in the rest of a text, after those in a beginning', async () => {
      await using store = (await open()).store;
      await keep(store, 'beginning', ['the login flake']);
      await keep(store, 'rest', [`an output ${['login', 'flake', 'quiet'].map(inRest).join(' ')}`]);
      expect(sessionsOf(await ask(store, 'login', 'flake'))).toEqual(['beginning', 'rest']);
      expect(sessionsOf(await ask(store, 'output', 'flake'))).toEqual(['rest', 'beginning']);
      expect(sessionsOf(await ask(store, 'quiet'))).toEqual(['rest']);
      const begun = { ...term('qui*'), forms: [[{ word: 'qui', isPrefix: true }]] };
      expect(sessionsOf(await rank(store, [begun]))).toEqual(['rest']);
      expect(sessionsOf(await rank(store, [term('flake')], { excluded: [term('quiet')] }))).toEqual(['beginning']);
    });

    test('finds the words of a quoted text wherever they are in an event', async () => {
      await using store = (await open()).store;
      await keep(store, 'both', [`cannot find ${inRest('module')}`]);
      await keep(store, 'one', ['cannot find it']);
      const anywhere = ['cannot', 'find', 'module'].map((each) => ({ ...word(each), isAnywhere: true }));
      const quoted = { ...term('"cannot find module"'), forms: [anywhere], isRequired: true };
      expect(sessionsOf(await rank(store, [quoted, term('it')]))).toEqual(['both']);
    });

    test('finds a name by its words, and a name with underscores as one word', async () => {
      await using store = (await open()).store;
      const text = 'readFile of max_age';
      await keep(store, 'names', [`${text} ${moreOfNames(text).join(' ')}`]);
      for (const typed of ['readfile', 'read', 'file', 'max', 'age', 'maxage'])
        expect(sessionsOf(await ask(store, typed)), typed).toEqual(['names']);
      expect(sessionsOf(await ask(store, 'readfiles'))).toEqual([]);
    });

    test('finds nothing without a required term, and no event with an excluded one', async () => {
      await using store = (await open()).store;
      await keep(store, 'a', ['login flake', 'login']);
      await keep(store, 'b', ['login eslint']);
      expect(sessionsOf(await rank(store, [{ ...term('flake'), isRequired: true }, term('login')]))).toEqual(['a']);
      expect(sessionsOf(await rank(store, [term('login')], { excluded: [term('eslint')] }))).toEqual(['a']);
      expect(sessionsOf(await rank(store, [{ ...term('nowhere'), isRequired: true }, term('login')]))).toEqual([]);
    });

    test('a word that is nowhere is replaced by the guesses that are somewhere, and the answer says so', async () => {
      await using store = (await open()).store;
      await keep(store, 'a', ['we search here']);
      const serach = { ...term('serach'), guesses: [word('serch'), word('search')] };
      const answer = await rank(store, [serach, term('missing')]);
      expect(sessionsOf(answer)).toEqual(['a']);
      expect(answer.terms).toEqual([
        { events: 1, isExact: true, instead: ['search'] },
        { events: 0, isExact: true, instead: [] },
      ]);
    });

    test('filters by tool and by everything a search filters by', async () => {
      await using store = (await open()).store;
      await keep(store, 'a', ['needle'], { source: 'codex', repo: 'x' });
      await keep(store, 'b', ['needle'], { repo: 'y' }, { kind: 'tool_call', act: 'vcs', tool: 'Bash', failed: true });
      for (const filter of [
        { repo: 'y' },
        { tool: 'bash' },
        { act: 'vcs' },
        { failed: true },
        { session: uidOf('b') },
        { source: 'claude-code' },
      ] as const)
        expect(sessionsOf(await rank(store, [term('needle')], filter)), JSON.stringify(filter)).toEqual(['b']);
      expect(sessionsOf(await rank(store, [term('needle')], { tool: 'Read' }))).toEqual([]);
    });

    test('what is frequent is counted up to a bound and still adds to what is rare', async () => {
      await using store = (await open()).store;
      await keep(store, 'old', ['everywhere once']);
      await keep(
        store,
        'new',
        range(4_500).map(() => 'everywhere'),
      );
      await keep(store, 'late', ['once']);
      const answer = await ask(store, 'everywhere', 'once');
      expect(answer.sessions[0]).toMatchObject({ session: uidOf('old'), coverage: 1 });
      expect(answer.terms[0]).toMatchObject({ isExact: false });
      expect(answer.totalIsExact).toBe(false);
    });

    test('prompts come before calls with the same words, and newer sessions before equal older ones', async () => {
      await using store = (await open()).store;
      const of = (name: string, event: EventRow, endedAt: number) =>
        store.write.commit(
          batchOf({
            uid: uidOf(name),
            tree: treeKey(uidOf(name)),
            path: `/${name}.jsonl`,
            session: { endedAt },
            events: [{ ...event, session: uidOf(name), key: eventKey(uidOf(name), 'e'), search: 'same words' }],
          }),
        );
      await of('run', call('run'), 9_000);
      await of('old', message('old'), 1_000);
      await of('new', message('new'), 2_000);
      await of('asked', { ...prompt('asked'), step: null, turn: null }, 500);
      expect(sessionsOf(await ask(store, 'same', 'words'))).toEqual(['asked', 'new', 'old', 'run']);
    });

    test('answers about an empty archive, and about no terms', async () => {
      await using store = (await open()).store;
      expect(await ask(store, 'anything')).toMatchObject({ sessions: [], hits: [], totalSessions: 0 });
      expect(await rank(store, [])).toMatchObject({ sessions: [], hits: [], terms: [] });
    });
  });
}

function uidOf(name: string): SessionUid {
  return sessionUid('claude', name);
}

async function keep(
  store: Store,
  name: string,
  texts: readonly string[],
  session: Partial<Parameters<typeof batchOf>[0]['session'] & object> = {},
  row: Partial<EventRow> = {},
): Promise<void> {
  const uid = uidOf(name);
  await store.write.commit(
    batchOf({
      uid,
      tree: treeKey(uid),
      path: `/${name}.jsonl`,
      session: { source: 'claude-code', ...session },
      events: texts.map((text, at) =>
        message(`${name}${at}`, { session: uid, key: eventKey(uid, String(at)), search: text, summary: text, ...row }),
      ),
    }),
  );
}

function word(text: string) {
  return { word: text, isPrefix: false };
}

function term(text: string): SearchTerm {
  return { typed: text, forms: [[word(text)]], isRequired: false, guesses: [] };
}

function rank(store: Store, terms: readonly SearchTerm[], more: Partial<RankQuery> = {}): Promise<RankAnswer> {
  return store.read.searchRanked({ terms, excluded: [], limit: 10, eventsPerSession: 3, ...more });
}

function ask(store: Store, ...words: readonly string[]): Promise<RankAnswer> {
  return rank(store, words.map(term));
}

function sessionsOf({ sessions }: RankAnswer): readonly string[] {
  return sessions.map(({ session }) => session.slice('claude:'.length));
}
