import { isObject, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { ConversationContext } from '../reader/conversation.ts';
import type { KimiMemory } from './memory.ts';
import { childOf, exitCodeIn, readable, tokensOf } from './record.ts';

type Context = ConversationContext<KimiMemory>;

/** A record of Kimi Code CLI; false when its kind is not known. */
export function codeRecord(context: Context, record: JsonObject): boolean {
  const { memory } = context;
  const type = text(record['type']) ?? '';
  switch (type) {
    case 'metadata':
      context.patchChanged({ version: wireVersion(record) });
      return true;
    case 'llm.request':
      context.patchChanged({ model: name(record['model']) });
      return true;
    case 'turn.prompt':
    case 'turn.steer':
      input(context, record, name(record['promptId']) ?? name(record['messageId']), record['input']);
      return true;
    case 'context.append_message':
      appended(context, object(record['message']));
      return true;
    case 'context.append_loop_event':
      return loopEvent(context, object(record['event']));
    case 'usage.record': {
      const tokens = tokensOf(record['usage']);
      context.flush();
      if (tokens) memory.used = { tokens };
      // A summary, a title: nothing of the conversation follows.
      if (record['usageScope'] !== 'turn') context.flush();
      return true;
    }
    case 'context.apply_compaction':
      context.compacted(context.key, summaryIn(record));
      return true;
    case 'subagent.spawned':
      spawned(context, record);
      return true;
    case 'subagent.completed':
      returned(context, record);
      return true;
    case 'permission.record_approval_result':
      if (object(record['result'])['decision'] === 'rejected')
        context.emit(
          context.key,
          { is: 'intervention', type: 'rejection', text: `Rejected: ${name(record['action']) ?? 'a call'}` },
          { role: 'user', parent: memory.calls.get(name(record['toolCallId']) ?? '') ?? memory.turn },
        );
      return true;
    case 'turn.ended':
      ended(context, record);
      return true;
    default:
      return silent.has(type) || /^(?:token_counting|goal|cron|tools|tower_mode|swarm_mode|plan|prompt)\./.test(type);
  }
}

/** Known, and no events: settings, what the model was offered, and what other records state already. */
const silent: ReadonlySet<string> = new Set([
  'runtime.set_binding',
  'profile.bind',
  'config.update',
  'permission.set_mode',
  'permission.rules.add',
  'plugin.session_start',
  'llm.tools_snapshot',
  'agent.message.appended',
  'agent.turn.started',
  'agent.turn.ended',
  'turn.cancel',
  'turn.step.interrupted',
  'turn.step.retrying',
  'subagent.started',
  'subagent.failed',
  'subagent.cancelled',
  'task.started',
  'task.terminated',
  'task.waitDelivered',
  'interaction.request',
  'interaction.resolved',
  'file_history.tracked',
  'file_history.checkpoint',
  'full_compaction.begin',
  'full_compaction.cancel',
  'full_compaction.complete',
  'mcp.tools_discovered',
  'staleGuard.recorded',
  'staleGuard.cleared',
  'interruptionReminder.recorded',
  'context.undo',
  'context.clear',
  'forked',
]);

function wireVersion(record: JsonObject): string | undefined {
  const version = name(record['protocol_version']);
  return version === undefined ? undefined : `format ${version.slice(0, 20)}`;
}

/** What a person typed, or what started a sub-agent or a task of the program. */
function input(context: Context, record: JsonObject, id: string | undefined, content: unknown): void {
  const isTyped = !context.isSubagent && isPersons(object(record['origin']));
  context.prompt(id ?? context.key, readable(content), isTyped ? 'human' : 'harness', id);
  if (id !== undefined) context.memory.prompted = id;
}

function isPersons(origin: JsonObject): boolean {
  const kind = text(origin['kind']) ?? 'user';
  return kind === 'user' || kind === 'skill_activation' || kind === 'plugin_command' || kind === 'shell_command';
}

/** The model's context: prompts once more, and reminders that the program adds to them. */
function appended(context: Context, message: JsonObject): void {
  const id = name(message['id']);
  const isRepeated = id !== undefined && id === context.memory.prompted;
  if (message['role'] !== 'user' || isRepeated || id === undefined) return;
  if (text(object(message['origin'])['kind']) === 'injection') return;
  input(context, message, id, message['content']);
}

function loopEvent(context: Context, event: JsonObject): boolean {
  const { memory } = context;
  const id = name(event['uuid']);
  const key = id ?? context.key;
  switch (event['type']) {
    case 'step.begin':
      context.response();
      return true;
    case 'step.end':
      context.flush();
      context.setFailed(false);
      return true;
    case 'content.part': {
      const part = object(event['part']);
      if (part['type'] === 'think') context.thinking(key, text(part['think']) ?? '', id);
      else context.message(key, readable([part]), id);
      return true;
    }
    case 'tool.call':
      context.call(key, {
        id: name(event['toolCallId']),
        tool: name(event['name']) ?? 'unknown',
        input: event['args'] ?? null,
      });
      context.patchChanged({ cwd: memory.cwd === undefined ? name(object(event['display'])['cwd']) : undefined });
      return true;
    case 'tool.result':
      result(context, name(event['toolCallId']), object(event['result']));
      return true;
    default:
      return false;
  }
}

function result(context: Context, id: string | undefined, { output, note, isError, durationMs }: JsonObject): void {
  const words = readable(output);
  const exitCode = exitCodeIn(words) ?? exitCodeIn(text(note) ?? '');
  context.result({
    id,
    output: words === '' ? (text(note) ?? '') : words,
    status: isError === true ? 'failed' : 'ok',
    exitCode,
    durationMs: number(durationMs),
  });
}

function summaryIn(record: JsonObject): string {
  const summary = isObject(record['summary']) ? readable(record['summary']['content']) : text(record['summary']);
  return summary ?? text(record['contextSummary']) ?? '';
}

function spawned({ memory, session, links }: Context, record: JsonObject): void {
  const [agent, call] = [name(record['subagentId']), name(record['parentToolCallId'])];
  if (agent === undefined || call === undefined) return;
  links.push({ type: 'spawned', parent: session, call, child: childOf(session, agent) });
  memory.children.set(agent, memory.calls.get(call) ?? call);
}

function returned({ memory, session, links }: Context, record: JsonObject): void {
  const agent = name(record['subagentId']);
  const step = agent === undefined ? undefined : memory.children.get(agent);
  if (agent === undefined || step === undefined) return;
  links.push({ type: 'returned', child: childOf(session, agent), parent: session, step });
}

function ended(context: Context, record: JsonObject): void {
  switch (record['reason']) {
    case 'cancelled':
      context.emit(
        context.key,
        { is: 'intervention', type: 'interrupt', text: 'Turn cancelled' },
        { role: 'user', parent: context.memory.turn },
      );
      return;
    case 'failed':
    case 'blocked': {
      const error = object(record['error']);
      context.requestFailed(
        context.key,
        text(error['message']) ?? text(record['error']) ?? 'The turn failed',
        'turn_failed',
      );
      return;
    }
    default:
  }
}
