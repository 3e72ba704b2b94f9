import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transcript } from '../transcript.ts';
import type { Secrets } from './secrets.ts';

// What fixtures do not have: a file that is still on disk, a failure that several sessions solved the same way, a skill.

const names = ['one', 'two', 'three', 'four', 'five'].map((name) => `written-${name}`);
export const writtenUids: readonly string[] = names.map((name) => `claude:${new Transcript(name).session}`);

export interface WrittenSessions {
  /** Transcripts by file name. */
  readonly files: Readonly<Record<string, string>>;
  /** The call that fails in all of them, as a hook reports it. */
  readonly failedCall: { readonly command: string; readonly error: string };
  /** The transcript of one more session. */
  readonly later: (name: string) => Transcript;
}

/** The file they write is in `folder`. */
export function writtenSessions(folder: string, secrets: Secrets): WrittenSessions {
  const planted = (text: string, ...ways: ((text: string, secret: string) => string)[]): string =>
    secrets.plantInto(text, `written: ${text}`, ways.length > 0 ? ways : [(all, secret) => `${all} ${secret}`])!;
  const file = join(folder, 'settings.env');
  const content = `${planted('first = 1')}\n${planted('second = 2')}\nthird = 3\n`;
  const line = planted('third = 4');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, content.replace('third = 3', line));

  // Where there is little room only the beginning of a title is shown.
  const ask = planted('make the tests pass', (text, secret) => `${secret} ${text}`);
  // Advice is given only where commands and messages are alike, so these hold a plain token and nothing around it.
  const token = planted('token', (_, secret) => secret);
  const failed = `frob npm test ${token}`;
  const error = `error: unrecognized subcommand 'npm' ${token}`;
  const helped = `npm test ${token}`;
  const skill = planted('check-cart', (text, secret) => `${text}-${secret}`);
  const request = planted('look at all of it');
  const deploy = planted('npm run deploy');
  const refused = planted('Error: the server refused it');
  const session = (name: string): Transcript =>
    new Transcript(name)
      .prompt(ask)
      .calls('toolu_1', 'Bash', { command: failed })
      .returns('toolu_1', `Exit code 2\n${error}`, true)
      .calls('toolu_2', 'Bash', { command: helped })
      .returns('toolu_2', 'ok 2 passing')
      .calls('toolu_3', 'Write', { file_path: file, content })
      .returns('toolu_3', 'File created.')
      .calls('toolu_4', 'Edit', { file_path: file, old_string: 'third = 3', new_string: line })
      .returns('toolu_4', 'The file has been updated.')
      .calls('toolu_5', 'Skill', { skill, args: request })
      .returns('toolu_5', 'Launching skill')
      .calls('toolu_6', 'Bash', { command: deploy })
      .returns('toolu_6', `Exit code 1\n${refused}`, true);
  const fileNamed = (name: string) => `${planted(name, (text, secret) => `${text}-${secret}`)}.jsonl`;
  return {
    files: Object.fromEntries(names.map((name) => [fileNamed(name), session(name).toString()])),
    failedCall: { command: failed, error: `Exit code 2\n${error}` },
    later: session,
  };
}
