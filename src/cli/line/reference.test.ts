import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../model/stemma-error.ts';
import { loadGroups, overview, verbs } from '../commands/table.ts';
import { renderCompletion, shells } from './completion.ts';
import { renderHelp, renderOverview } from './help.ts';
import { parse, splitVerb } from './parse.ts';
import { renderReference } from './reference.ts';
import { noInk } from '../text/ink.ts';

const groups = await loadGroups();

const commands = groups.flatMap((group) => group.commands);

test('docs/cli.md says what the table says; `npm run docs` writes it', () => {
  expect(readFileSync('docs/cli.md', 'utf8')).toBe(renderReference(groups));
});

test('docs/errors.md explains every error code, and no other', () => {
  const headings = readFileSync('docs/errors.md', 'utf8').match(/(?<=^## ).+$/gm);
  expect(headings).toEqual([...errorCodes]);
});

test('every command stands in exactly one group, under its own name', () => {
  expect(commands.map(({ name }) => name).sort()).toEqual([...verbs].sort());
});

describe.each(commands)('$name', (command) => {
  test('has examples that the parser understands', () => {
    expect(command.examples[0]?.line).toContain(`stemma ${command.name}`);
    for (const { line } of command.examples) {
      const typed = (/\$\((.+)\)/.exec(line)?.[1] ?? line).split(/ [|>] /)[0]!;
      const [stemma, ...words] = [...typed.matchAll(/'([^']*)'|"([^"]*)"|[^\s"']+/g)].map(
        ([word, single, double]) => single ?? double ?? word,
      );
      expect(stemma).toBe('stemma');
      const { verb, rest } = splitVerb(words);
      parse(
        commands.find(({ name }) => name === verb)!,
        rest,
        0,
      );
    }
  });

  test('explains itself within 80 columns', () => {
    for (const line of renderHelp(command, { ink: noInk }).split('\n'))
      expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

test('the overview names every command, within 80 columns', () => {
  const text = renderOverview(overview(), { ink: noInk });
  for (const verb of verbs) expect(text).toMatch(new RegExp(`^  ${verb} `, 'm'));
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

describe('completion', () => {
  test.each(shells)('%s knows every command and flag', (shell) => {
    const script = renderCompletion(shell, groups);
    for (const { name, flags } of commands) {
      expect(script).toContain(name);
      for (const flag of Object.keys(flags)) expect(script).toContain(flag);
    }
  });

  test('bash completes commands, flags and what a flag chooses from', () => {
    const complete = (...words: string[]) => {
      const script = `${renderCompletion('bash', groups, ['claude-code', 'codex'])}
        COMP_WORDS=(stemma ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _stemma; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
    };
    expect(complete('ti')).toEqual(['timeline']);
    expect(complete('--json', 'sess')).toEqual(['sessions']);
    expect(complete('timeline', '--k')).toEqual(['--kinds']);
    expect(complete('timeline', '--kinds', 'ed')).toEqual(['edit']);
    expect(complete('similar', '--kinds', 're')).toEqual(['real']);
    expect(complete('export', '--format', '')).toEqual([
      'json',
      'jsonl',
      'causetrace',
      'otlp',
      'md',
      'transcript',
      'mermaid',
      'dot',
      'svg',
      'html',
    ]);
    expect(complete('completion', 'z')).toEqual(['zsh']);
    expect(complete('sessions', '--agent', '')).toEqual(['claude-code', 'codex']);
    expect(complete('ingest', '--source', 'co')).toEqual(['codex']);
  });

  test.each(['zsh', 'fish'] as const)('%s accepts its script', (shell) => {
    const { error, status } = spawnSync(shell, ['-n'], {
      input: renderCompletion(shell, groups, ['claude-code', 'codex']),
    });
    // Not installed everywhere; where it is, the script must parse.
    expect(error ? 0 : status).toBe(0);
  });
});
