/** `stemma/source`: the types for adding another agent. `stemma/testing` has the suite a source must pass. */
export * from './sources/source.ts';
export type * from './model/draft.ts';
export type * from './model/json.ts';
export type { Tokens } from './model/event.ts';
export type { Disposition, Origin, Outcome, Relation, Role } from './model/words.ts';
export { sessionUid } from './model/ids.ts';
export type { SessionUid } from './model/ids.ts';
export { isObject, list, name, number, object, parseRecords, text, time } from './platform/parse-records.ts';
export type { JsonObject, ParsedLine } from './platform/parse-records.ts';
