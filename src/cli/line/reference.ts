import type { Command, Flags } from './command.ts';
import { globalFlags } from './global-flags.ts';
import { flagSummary, flagUsage, usage } from './help.ts';
import type { CommandGroup } from './help.ts';

/** docs/cli.md, whole. `npm run docs` writes it; a test holds it to the table. */
export function renderReference(groups: readonly CommandGroup[]): string {
  const parts = [
    '# The command line',
    '<!-- Made from src/cli/commands by `npm run docs`; edit there. -->',
    'Answers go to stdout, everything about the run to stderr. Exit codes: 0 answered, 1 failed, 2 the command line could not be ' +
      'understood, 130 interrupted with Ctrl-C. Every command takes `--json`; times are local in text and UTC in JSON. ' +
      "Sessions and events are named by uid, id, the agent's own id, or any beginning of these that only one has; `latest` (or `-`) is the newest session.",
    '## Flags of every command',
    flagTable(globalFlags),
    "Settings come from flags, then the environment (`STEMMA_HOME`, `STEMMA_DB`, `STEMMA_WORKSPACE`, `NO_COLOR`), then `config.json` in stemma's home: " +
      '`{"exclude": ["/home/me/secret-project", "**/private/**"], "workspace": "local"}`. ' +
      '`"domains": {"shop": "payments"}` names the field of work of a repository: the `domain` of its sessions. ' +
      '`"embedding": {"url": "http://localhost:11434/api/embed", "model": "all-minilm"}` has `similar` ask a model of 384 dimensions of your own (Ollama, or any ' +
      'OpenAI-compatible endpoint; `"key_variable"` names the environment variable that holds its key) which failures are nearest in meaning, and `embed` give its vectors; secrets are taken out of what is sent. ' +
      '`"advice": false` has hooks say nothing after failed calls, `"advice": {"off": ["/home/me/work"]}` nothing in these folders; `resume` is the same for what they say when a session starts or was compacted. ' +
      '`"db": "postgres://db.example.org/stemma"` has all commands and hooks use the archive of a team (docs/postgres.md). ' +
      '`"budget": {"usd": 200, "per": "month"}` has `cost` show how much of it is spent (docs/cost.md).',
    ...groups.flatMap(({ title, commands }) => [`## ${title}`, ...commands.flatMap(section)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(command: Command): string[] {
  const parts = [`### ${command.name}`, `${command.summary}.`, `\`\`\`\n${usage(command)}\n\`\`\``];
  if (command.details) parts.push(command.details);
  if (command.positionals.length > 0) {
    parts.push(
      table(
        'argument',
        command.positionals.map((each) => [each.name.toUpperCase(), each.summary]),
      ),
    );
  }
  if (Object.keys(command.flags).length > 0) parts.push(flagTable(command.flags));
  parts.push(`\`\`\`sh\n${command.examples.map(({ line, says }) => `${line}    # ${says}`).join('\n')}\n\`\`\``);
  return parts;
}

function flagTable(flags: Flags): string {
  return table(
    'flag',
    Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flagSummary(flag)]),
  );
}

function table(title: string, rows: readonly (readonly [string, string])[]): string {
  return [
    `| ${title} | |`,
    '|---|---|',
    ...rows.map(([left, right]) => `| \`${left}\` | ${right.replaceAll('|', '\\|')} |`),
  ].join('\n');
}
