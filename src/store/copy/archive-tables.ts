import type { Columns } from '../queries/query.ts';
import { eventColumnNames } from '../rows/event-table.ts';
import {
  attemptTable,
  chainTable,
  complaintTable,
  edgeTable,
  invocationTable,
  issueTable,
  judgementTable,
  responseTable,
  unknownKindTable,
  usageTable,
} from '../rows/tables.ts';

// The tables of an archive as they are copied: the same columns whichever database holds them. Every one also has the
// tree.

/** `key` orders the rows of a tree. `page` is how many of them are held at a time. */
interface Shape {
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly page: number;
}

const withoutTree = ({ types }: Columns): readonly string[] => Object.keys(types).filter((name) => name !== 'tree');

/**
 * `unlinked` and `unsummed` of a session: whether its links or its digest must be derived again. The last two columns
 * of an event are not compared with it: `words`, its search text, is compared separately; `arrival` only gives an
 * order.
 */
export const tables = {
  session: {
    key: ['session'],
    page: 1_000,
    columns: [
      'session',
      'uid',
      'source',
      'native',
      'workspace',
      'parent',
      'relation',
      'step_tree',
      'step',
      'title',
      'custom_title',
      'first_words',
      'by_person',
      'title_detail',
      'cwd',
      'repo',
      'domain',
      'branch',
      'task_ref',
      'model',
      'agent_version',
      'not_recorded',
      'outcome',
      'judged',
      'judged_by',
      'started_at',
      'ended_at',
      'events',
      'steps',
      'errors',
      'turns',
      'retries',
      'input_tokens',
      'output_tokens',
      'cache_tokens',
      'wall_clock_ms',
      'discovered_at',
      'ingested_at',
      'analyzed_at',
      'evicted_at',
      'unlinked',
      'unsummed',
    ],
  },
  event: {
    key: ['session', 'seq'],
    page: 1_000,
    columns: [...eventColumnNames.filter((name) => name !== 'tree'), 'words', 'arrival'],
  },
  file: {
    key: ['file'],
    page: 100,
    columns: [
      'file',
      'path',
      'source',
      'session',
      'role',
      'version',
      'bytes',
      'offset',
      'mapped',
      'state',
      'copy',
      'raw',
      'issue',
      'torn',
      'size',
      'mtime_ms',
      'reader',
      'read_at',
      'found_at',
      'superseded',
      'evicted',
    ],
  },
  piece: {
    key: ['file', 'version', 'start'],
    page: 1_000,
    columns: ['file', 'version', 'start', 'length', 'hash', 'lines'],
  },
  block: { key: ['hash'], page: 8, columns: ['hash', 'size', 'data'] },
  issue: { key: ['file', 'line', 'offset', 'reason'], page: 1_000, columns: withoutTree(issueTable) },
  unknown_kind: {
    key: ['file', 'kind', 'agent_version'],
    page: 1_000,
    columns: withoutTree(unknownKindTable),
  },
  link: {
    key: ['child', 'type', 'parent', 'call', 'from_step', 'to_step'],
    page: 1_000,
    columns: ['child', 'type', 'parent', 'call', 'from_step', 'to_step', 'before_line'],
  },
  edge: {
    key: ['session', 'effect', 'cause_tree', 'cause', 'basis'],
    page: 1_000,
    columns: withoutTree(edgeTable),
  },
  chain: {
    key: ['chain'],
    page: 500,
    columns: withoutTree(chainTable),
  },
  attempt: {
    key: ['chain', 'number'],
    page: 500,
    columns: withoutTree(attemptTable),
  },
  complaint: { key: ['chain', 'number'], page: 1_000, columns: withoutTree(complaintTable) },
  digest: { key: ['session'], page: 100, columns: ['session', 'digest'] },
  invocation: {
    key: ['invocation'],
    page: 500,
    columns: withoutTree(invocationTable),
  },
  judgement: { key: ['session'], page: 10, columns: withoutTree(judgementTable) },
  worked: { key: ['session'], page: 1_000, columns: ['session', 'phase'] },
  usage: {
    key: ['session', 'model', 'paid', 'slot'],
    page: 1_000,
    columns: withoutTree(usageTable),
  },
  response: { key: ['response'], page: 1_000, columns: withoutTree(responseTable) },
} as const satisfies Readonly<Record<string, Shape>>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

export function columnsOf(table: TableName): readonly string[] {
  return tables[table].columns;
}

/** Where a column stands in a row of its table. */
export function columnAt(table: TableName, column: string): number {
  return columnsOf(table).indexOf(column);
}

/** Tables that everything else of a tree refers to. */
const rootTables = ['session', 'file', 'chain', 'invocation', 'link'] as const satisfies readonly TableName[];

export const allTrees = `${rootTables.map((table) => `select tree from "${table}"`).join(' union ')} order by tree`;

/**
 * A row of table `table` in the order of its key, which is the same in every database: text and bytes are compared
 * byte by byte.
 */
export function selectRows(table: TableName, expressions: Readonly<Record<string, string>>): string {
  const { key } = tables[table];
  const columns = columnsOf(table).map((column) => expressions[column] ?? `"${column}"`);
  return `select ${columns.join(', ')} from "${table}" where tree = ? order by ${key.map((column) => `"${column}"`).join(', ')}`;
}
