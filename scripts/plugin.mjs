// Writes the parts of plugin/ that are made from the program: its hooks, as `stemma install claude-code` would set
// them up, and its version. A test fails when they lag.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { posixHook } from '../src/live/hook/posix-hook.ts';
import { install } from '../src/sources/claude-code/install.ts';
import { agents } from '../src/sources/registry.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The oldest Claude Code that knows every event the plugin listens to; one name it does not know makes an older one
 * ignore them all.
 */
const oldest = '2.1.90';

/** What is made, by its path. */
export function pluginFiles() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(root, 'plugin/.claude-plugin/plugin.json'), 'utf8'));
  return {
    'plugin/hooks/hook.sh': hook(),
    'plugin/hooks/hooks.json': `${JSON.stringify({ description: 'Lets stemma know what happens while it happens', hooks: groups() }, null, 2)}\n`,
    'plugin/.claude-plugin/plugin.json': `${JSON.stringify({ ...manifest, version }, null, 2)}\n`,
  };
}

function groups() {
  const { events } = install.plan({
    machine: { home: '/', env: {} },
    platform: 'linux',
    version: oldest,
    hookCommand: () => '',
    spool: '',
  });
  return Object.fromEntries(
    events.map((event) => [
      event,
      [
        {
          hooks: [
            {
              type: 'command',
              command: `sh "\${CLAUDE_PLUGIN_ROOT}/hooks/hook.sh" claude-code ${event} || true`,
              timeout: 10,
            },
          ],
        },
      ],
    ]),
  );
}

/**
 * The same script, which finds stemma's home by itself. Where there is none, or `stemma install` has put the hook
 * into the settings, it only reads its input.
 */
function hook() {
  const script = posixHook(agents);
  const place = 'home=${0%/*}';
  const origin = /^# Written by .*$/m;
  const end = /^# Never answers.*$/m;
  if (!script.includes(place) || !origin.test(script) || !end.test(script))
    throw new Error('posix-hook.ts has changed: look here what the plugin needs of it.');
  return script
    .replace(
      origin,
      "# Made by scripts/plugin.mjs. Puts what Claude Code says on standard input into one new file of the spool in stemma's home.",
    )
    .replace(end, '# Never answers for you, never blocks, always exits 0. More: docs/live.md')
    .replace(
      place,
      'home=${STEMMA_HOME:-$HOME/.stemma}\n{ [ -d "$home" ] && [ ! -e "$home/installed/$1.json" ]; } || { [ -t 0 ] || cat >/dev/null; exit 0; }',
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(pluginFiles())) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
