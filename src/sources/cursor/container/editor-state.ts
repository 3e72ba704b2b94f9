import type { DatabaseSync } from 'node:sqlite';
import { isObject, list, name, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { hasColumns } from '../../reader/database.ts';
import type { ContainedSession, DatabaseKind } from '../../reader/database.ts';
import { onOneLine } from '../../reader/json-line.ts';
import { timeOf } from '../time-of.ts';
import { callId, sessionId } from './heading.ts';
import type { Heading } from './heading.ts';
import { jsonOf, textOf } from './json-of.ts';
import { folderOfWorkspace, workspaceFolder } from './workspace.ts';

/**
 * The editor's `state.vscdb`: keys with values as JSON. In the global one, `composerData:<chat>` has a chat's facts and
 * the order of its bubbles, `bubbleId:<chat>:<bubble>` one message or call each. In that of a workspace, `ItemTable`
 * may hold the tabs of the chat pane that came before.
 *
 * Only these keys are ever read. Others hold tokens.
 */
export const editorState: DatabaseKind = {
  is: (database) => hasColumns(database, 'ItemTable', 'key', 'value') && (hasChats(database) || hasPane(database)),

  *sessions(database) {
    yield* chatsIn(database);
    for (const tab of tabsIn(database)) {
      const id = sessionId(tab['tabId']);
      const bubbles = list(tab['bubbles']);
      if (id !== undefined && bubbles.length > 0)
        yield { id, size: bubbles.length, mtimeMs: timeOf(tab['lastSendTime']) ?? 0 };
    }
  },

  *lines(database, session, path) {
    const facts = chatOf(database, session);
    if (facts) yield* linesOfChat(database, session, facts, path);
    else yield* linesOfTab(database, session, path);
  },
};

const paneKey = 'workbench.panel.aichat.view.aichat.chatdata';

function hasChats(database: DatabaseSync): boolean {
  return hasColumns(database, 'cursorDiskKV', 'key', 'value') && rowsOf(database, 'composerData:').next().done !== true;
}

function hasPane(database: DatabaseSync): boolean {
  return database.prepare('select 1 from ItemTable where key = ?').get(paneKey) !== undefined;
}

/** Rows whose key begins so, without reading others. */
function* rowsOf(database: DatabaseSync, prefix: string): Generator<Record<string, unknown>> {
  yield* database
    .prepare('select key, value from cursorDiskKV where key >= ? and key < ? order by key')
    .iterate(prefix, `${prefix.slice(0, -1)};`);
}

function* chatsIn(database: DatabaseSync): Iterable<ContainedSession> {
  if (!hasColumns(database, 'cursorDiskKV', 'key', 'value')) return;
  const bubblesOf = database.prepare(
    'select count(*) as bubbles, sum(octet_length(value)) as bytes from cursorDiskKV where key >= ? and key < ?',
  );
  for (const { key, value } of rowsOf(database, 'composerData:')) {
    const id = sessionId(String(key).slice('composerData:'.length));
    if (id === undefined) continue;
    const chat = jsonOf(value);
    const row = bubblesOf.get(`bubbleId:${id}:`, `bubbleId:${id};`);
    const inside = list(chat['conversation']).length;
    const size = Number(row?.['bubbles'] ?? 0) + Number(row?.['bytes'] ?? 0) + inside;
    // Tabs that were opened and never used.
    if (size > 0) yield { id, size, mtimeMs: timeOf(chat['lastUpdatedAt']) ?? timeOf(chat['createdAt']) ?? 0 };
  }
}

function chatOf(database: DatabaseSync, session: string): JsonObject | undefined {
  if (!hasColumns(database, 'cursorDiskKV', 'key', 'value')) return undefined;
  const row = database.prepare('select value from cursorDiskKV where key = ?').get(`composerData:${session}`);
  return row && jsonOf(row['value']);
}

function* linesOfChat(database: DatabaseSync, session: string, chat: JsonObject, path: string): Iterable<string> {
  const spawned = object(chat['subagentInfo']);
  const parent = sessionId(spawned['parentComposerId']);
  yield JSON.stringify({
    cursor: 'editor',
    session,
    parent,
    root: sessionId(spawned['rootParentConversationId']) ?? parent,
    call: callId(spawned['toolCallId']) ?? /^task-(.+)$/.exec(session)?.[1],
    created: timeOf(chat['createdAt']),
  } satisfies Heading);
  // Before they had rows of their own, bubbles were inside.
  for (const bubble of list(chat['conversation'])) yield `{"bubble":${JSON.stringify(bubble)}}`;
  let folder: string | undefined;
  for (const [id, value] of bubblesIn(database, session, chat)) {
    folder ??= workspaceFolder(jsonOf(value));
    yield `{"id":${JSON.stringify(id)},"bubble":${onOneLine(value)}}`;
  }
  // They change all the time, so they come last.
  yield JSON.stringify({
    facts: {
      title: chat['name'],
      cwd: workspaceFolder(chat) ?? folder ?? folderOfWorkspace(database, session, path),
      branch: object(chat['activeBranch'])['branchName'] ?? chat['createdOnBranch'],
      model: object(chat['modelConfig'])['modelName'],
      mode: chat['unifiedMode'] ?? chat['forceMode'],
      status: chat['status'],
      usage: usageOf(chat['usageData']),
      created: chat['createdAt'],
      updated: chat['lastUpdatedAt'],
    },
  });
}

/** As the chat lists them; then those it does not list, by their time. */
function* bubblesIn(database: DatabaseSync, session: string, chat: JsonObject): Iterable<readonly [string, string]> {
  const prefix = `bubbleId:${session}:`;
  const byKey = database.prepare('select value from cursorDiskKV where key = ?');
  const listed = new Set(
    list(chat['fullConversationHeadersOnly']).flatMap((header) => name(object(header)['bubbleId']) ?? []),
  );
  for (const id of listed) {
    const value = textOf(byKey.get(prefix + id)?.['value']);
    if (value !== undefined) yield [id, value];
  }
  const others: { readonly id: string; readonly at: number }[] = [];
  for (const { key, value } of rowsOf(database, prefix)) {
    const id = String(key).slice(prefix.length);
    if (!listed.has(id)) others.push({ id, at: timeOf(jsonOf(value)['createdAt']) ?? 0 });
  }
  for (const { id } of others.toSorted((a, b) => a.at - b.at)) {
    const value = textOf(byKey.get(prefix + id)?.['value']);
    if (value !== undefined) yield [id, value];
  }
}

/** What each model cost, where the editor still counted that. */
function usageOf(usage: unknown): JsonObject | undefined {
  const models = Object.entries(object(usage)).flatMap(([model, used]): [string, JsonObject][] => {
    const cents = number(object(used)['costInCents']);
    return cents === undefined ? [] : [[model, { costInCents: cents, amount: object(used)['amount'] }]];
  });
  return models.length > 0 ? Object.fromEntries(models) : undefined;
}

function tabsIn(database: DatabaseSync): readonly JsonObject[] {
  const row = database.prepare('select value from ItemTable where key = ?').get(paneKey);
  return list(jsonOf(row?.['value'])['tabs']).filter(isObject);
}

function* linesOfTab(database: DatabaseSync, session: string, path: string): Iterable<string> {
  const tab = tabsIn(database).find(({ tabId }) => tabId === session);
  if (!tab) return;
  yield JSON.stringify({ cursor: 'pane', session } satisfies Heading);
  for (const bubble of list(tab['bubbles'])) yield `{"bubble":${JSON.stringify(bubble)}}`;
  yield JSON.stringify({
    facts: {
      title: tab['chatTitle'],
      cwd: folderOfWorkspace(database, session, path),
      updated: tab['lastSendTime'],
    },
  });
}
