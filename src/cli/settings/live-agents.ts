import { isPresent } from '../../live/install/detect.ts';
import type { Outcome } from '../../live/install/outcome.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { nearest } from '../../platform/nearest.ts';
import type { InstallableAgent } from '../../sources/agent/descriptor.ts';
import { installableAgents } from '../../sources/registry.ts';
import type { Run } from '../run.ts';

/** The agents named: by name, by program (`claude`), or all on this machine. */
export function agentsNamed(
  run: Run,
  verb: 'install' | 'uninstall',
  names: readonly string[],
  all: boolean,
): readonly InstallableAgent[] {
  const known = installableAgents.map(({ name }) => name).join(', ');
  if (all && names.length > 0)
    throw new StemmaError('bad-argument', `${verb} takes names of agents or --all, not both.`, {
      hint: `It knows ${known}.`,
    });
  if (all)
    return verb === 'uninstall'
      ? installableAgents
      : installableAgents.filter((agent) => isPresent(agent, run.app.machine));
  if (names.length === 0)
    throw new StemmaError('bad-argument', `${verb} needs to know which agents: name them, or give --all.`, {
      hint: `It knows ${known}.`,
    });
  return [...new Set(names.map(agentNamed))];
}

/** A diff of settings may show keys. */
export function redactedOutcome({ settings }: Run, outcome: Outcome): Outcome {
  return settings.raw
    ? outcome
    : { ...outcome, files: outcome.files.map((file) => ({ ...file, diff: redact(file.diff) })) };
}

/**
 * 0 when everything was done or already in place. An agent without hooks is a failure only if it was named.
 */
export function exitCodeOf(outcomes: readonly Outcome[], all: boolean): number {
  return outcomes.some(({ status }) => status === 'failed' || (status === 'unsupported' && !all)) ? 1 : 0;
}

function agentNamed(typed: string): InstallableAgent {
  const word = typed.toLowerCase();
  const found = installableAgents.find(
    ({ name, title, install }) => name === word || title.toLowerCase() === word || install.programs.includes(word),
  );
  if (found) return found;
  const names = installableAgents.map(({ name }) => name);
  const meant = nearest(word, names);
  throw new StemmaError(
    'bad-argument',
    `stemma does not know an agent "${typed}"${meant ? `; did you mean ${meant}?` : '.'}`,
    { hint: `It knows ${names.join(', ')}.` },
  );
}
