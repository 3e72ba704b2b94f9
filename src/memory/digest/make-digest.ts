import type {
  Digest,
  DigestAsk,
  DigestCommand,
  DigestError,
  DigestFile,
  DigestLine,
  DigestSkill,
  Listed,
} from '../../model/digest.ts';
import { schemaVersion } from '../../model/schema-version.ts';
import type { DigestedFailure, DigestFacts } from '../../model/digest-facts.ts';
import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { InvocationWhat } from '../../model/words.ts';
import { redact } from '../../platform/redact.ts';
import { ActivityCount } from './activity.ts';
import { commandText } from './command-text.ts';
import { byUse } from './costs.ts';
import { deliveryText, isDelivery } from './deliveries.ts';
import { Distinct } from './distinct.ts';
import { editedFiles } from './edited-files.ts';
import { Findings } from './findings.ts';
import { Latest } from './latest.ts';
import { OpenEnds } from './open-ends.ts';
import { fitDigest } from './fit-digest.ts';
import { findOutcome } from './outcome/find-outcome.ts';
import { Progress } from './progress.ts';
import { Settled } from './settled.ts';
import { Tally } from './tally.ts';

export interface MadeDigest {
  readonly digest: Digest;
  /** False while the session is running. */
  readonly isOver: boolean;
}

/**
 * Makes a digest: takes the events of a session in order, then its failures in order, and holds no more of them than it
 * will return.
 */
export class DigestMaker {
  readonly #files = new Tally<Writable<DigestFile>>(500, ({ edits, reads }) => edits * 1_000 + reads);
  readonly #commands = new Tally<Writable<DigestCommand> & { readonly weight: number }>(
    300,
    ({ runs, failed, weight }) => weight * (1 + Math.min(runs, 9) + Math.min(failed, 3)),
  );
  readonly #errors = new Tally<Writable<DigestError>>(
    300,
    ({ kind, count, resolved }) =>
      (kind === 'real' ? 1_000_000 : 0) + (count > resolved ? 100_000 : 0) + Math.min(count, 99_999),
  );
  readonly #skills = new Tally<Writable<DigestSkill>>(200, ({ uses }) => uses);
  readonly #asks = new Latest<Writable<DigestAsk>>(latestAsks);
  readonly #deliveries = new Latest<DigestLine>(maxItems.delivered);
  readonly #settled = new Settled();
  readonly #progress = new Progress();
  /** Of the calls that decide the outcome: the failure that was found in each. */
  readonly #failures = new Map<EventId, DigestedFailure>();
  readonly #open = new OpenEnds();
  readonly #findings = new Findings();
  readonly #activity = new ActivityCount();
  readonly #edited = new Distinct();
  #firstAsk: Writable<DigestAsk> | undefined;
  #firstWords: DigestLine | undefined;
  /** The last one, whose answer is not known yet. */
  #ask: Writable<DigestAsk> | undefined;
  /** The same prompt again at once is the same request. */
  #lastAsk: string | undefined;
  /** A delivery whose result is more informative than its command. */
  #delivery: Event | undefined;

  add(event: Event): void {
    this.#progress.add(event);
    this.#settled.add(event);
    this.#open.add(event);
    this.#findings.add(event);
    this.#activity.add(event);
    switch (event.kind) {
      case 'user_msg':
        this.#asked(event);
        break;
      case 'human_intervention':
        if (messages.has(event.type ?? '') && event.summary !== '' && !event.summary.startsWith('{'))
          this.#asked(event);
        break;
      case 'assistant_msg':
      case 'completion':
        if (event.summary !== '' && this.#ask) this.#ask.answer = cut(event.summary, longestLine);
        break;
      case 'tool_call':
      case 'test_run':
      case 'edit':
      case 'retry':
        this.#called(event);
        break;
      case 'tool_result':
        if (this.#delivery !== undefined && event.step === this.#delivery.id) this.#answered(event);
        break;
      default:
        break;
    }
  }

  failure(failure: DigestedFailure): void {
    this.#failed(failure);
    if (this.#progress.decides(failure.step)) this.#failures.set(failure.step, failure);
    if (failure.kind === 'real' && (failure.state === 'open' || failure.state === 'failed'))
      this.#open.failure(failure);
  }

  /** `mayGoOn`: it was active so recently that it may be running. */
  done(
    session: SessionUid,
    { cost, isSubagent, recordedOutcome, returned, goesOn, subagents }: DigestFacts,
    mayGoOn: boolean,
  ): MadeDigest {
    // Without a result nobody knows whether it went through.
    if (this.#delivery && this.#progress.last?.is !== 'call') this.#answered(undefined);
    const { wall_clock_s, turns, retries, models } = cost;
    const { isOver, what, reason, step } = findOutcome({
      progress: this.#progress,
      failures: this.#failures,
      facts: { recordedOutcome, isSubagent, returned, goesOn: goesOn !== null, mayGoOn, plan: this.#open.plan() },
    });
    const digest: Digest = {
      schema_version: schemaVersion,
      session,
      outcome: { what, reason, step },
      asks: this.#allAsks(),
      cost: { wall_clock_s, turns, retries, models: byUse(models) },
      files: { total: this.#files.total, items: this.#files.heaviest(maxItems.files) },
      commands: {
        total: this.#commands.total,
        items: this.#commands.heaviest(maxItems.commands).map(({ weight: _weight, ...command }) => command),
      },
      delivered: { total: this.#deliveries.total, items: this.#deliveries.newestFirst() },
      decisions: this.#settled.listed(),
      errors: { total: this.#errors.total, items: this.#errors.heaviest(maxItems.errors) },
      skills: { total: this.#skills.total, items: this.#skills.heaviest(maxItems.skills) },
      subagents: {
        total: subagents.total,
        items: subagents.items
          .slice(0, maxItems.subagents)
          .map(({ title, ...each }) => ({ ...each, title: title === null ? null : cut(redact(title), 80) })),
      },
      left_open: this.#open.listed(this.#progress),
      findings: this.#findings.listed(),
      last_messages: this.#findings.lastMessages(),
      edited: this.#edited.count,
      activity: this.#activity.done(),
    };
    return { digest: fitDigest(digest), isOver };
  }

  #asked({ id, summary, origin, marks }: Event): void {
    this.#used(marks, id, false);
    const line: Writable<DigestAsk> = { text: cut(summary, longestLine), step: id };
    this.#firstWords ??= line;
    if ((origin !== null && origin !== 'human') || bareCommand.test(summary)) return;
    if (this.#firstAsk === undefined) this.#firstAsk = line;
    else if (line.text !== this.#lastAsk) this.#asks.add(line);
    if (line.text !== this.#lastAsk) this.#ask = line;
    this.#lastAsk = line.text;
  }

  /** The task of a sub-agent was not written by a person. */
  #allAsks(): Listed<DigestAsk> {
    if (this.#firstAsk === undefined) return { total: 0, items: this.#firstWords ? [this.#firstWords] : [] };
    return { total: this.#asks.total + 1, items: [this.#firstAsk, ...this.#asks.newestFirst()] };
  }

  #called(event: Event): void {
    const { id, marks, failed, act } = event;
    let runs = act === 'check' || act === 'vcs' || act === 'shell';
    for (const mark of marks) {
      if (mark.startsWith('run ')) runs = true;
      else if (!failed && mark.startsWith('read ')) this.#touched(mark.slice(5), id, 'reads');
    }
    for (const path of editedFiles(event)) {
      this.#touched(path, id, 'edits');
      this.#edited.add(path);
    }
    this.#used(marks, id, failed);
    if (runs && act !== 'read' && act !== 'search') this.#ran(event);
    if (this.#delivery) this.#answered(undefined);
    if (!failed && isDelivery(marks)) this.#delivery = event;
  }

  #touched(path: string, last: EventId, how: 'edits' | 'reads'): void {
    const file = this.#files.of(path, () => ({ path, reads: 0, edits: 0, last }));
    file[how]++;
    file.last = last;
  }

  #ran({ id, tool, summary, failed, act, marks }: Event): void {
    const command = commandText(tool, summary);
    const weight = act === 'check' ? 4 : isDelivery(marks) ? 2 : act === 'vcs' ? 0.2 : 1;
    const entry = this.#commands.of(command, () => ({ command, runs: 0, failed: 0, ended: null, last: id, weight }));
    entry.runs++;
    if (failed) entry.failed++;
    entry.ended = failed ? 'failed' : 'ok';
    entry.last = id;
  }

  #used(marks: readonly string[], last: EventId, failed: boolean): void {
    for (const mark of marks) {
      if (!mark.startsWith('use ')) continue;
      const gap = mark.indexOf(' ', 4);
      if (gap < 0) continue;
      const what = mark.slice(4, gap) as InvocationWhat;
      const name = mark.slice(gap + 1);
      const skill = this.#skills.of(mark, () => ({ what, name, uses: 0, failed: 0, last }));
      skill.uses++;
      if (failed) skill.failed++;
      skill.last = last;
    }
  }

  #answered(result: Event | undefined): void {
    const delivery = this.#delivery!;
    this.#delivery = undefined;
    this.#deliveries.add({ text: cut(deliveryText(delivery, result), longestLine), step: delivery.id });
  }

  #failed({ step, kind, state, fingerprint, message }: DigestedFailure): void {
    if (kind === 'benign') return;
    const error = this.#errors.of(`${kind} ${fingerprint}`, () => ({
      fingerprint,
      sample: '',
      kind,
      count: 0,
      resolved: 0,
      last: step,
    }));
    error.sample = cut(message, longestLine);
    error.count++;
    if (state === 'resolved') error.resolved++;
    error.last = step;
  }
}

type Writable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

const maxItems = { files: 8, commands: 5, delivered: 4, errors: 4, skills: 6, subagents: 4 };
const latestAsks = 4;
const longestLine = 160;
/** A person's message into the running turn. */
const messages: ReadonlySet<string> = new Set(['queued_message', 'steering', 'feedback']);
/** `/clear`, `/model`: typed by a person, but asks nothing. */
const bareCommand = /^\/[\w:-]+$/;

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}
