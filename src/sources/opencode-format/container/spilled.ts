import { basename } from 'node:path';
import { asking } from '../../reader/database.ts';

/** Names of the files that outputs too long for a message were written to. */
export function spilledBy(database: string, session: string): readonly string[] {
  try {
    return asking(database, (asked) =>
      asked
        .prepare(
          "select json_extract(data, '$.state.metadata.outputPath') as path from part where session_id = ? and data like '%\"outputPath\"%' and json_valid(data) order by id",
        )
        .all(session)
        .map(({ path }) => basename(String(path)))
        .filter((name) => /^tool_\w+$/.test(name)),
    );
  } catch {
    // The outputs are optional: the session is archived without them.
    return [];
  }
}
