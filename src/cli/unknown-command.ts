import { StemmaError } from '../model/stemma-error.ts';
import { nearest } from '../platform/nearest.ts';
import { agents } from '../sources/registry.ts';
import { verbs } from './commands/table.ts';

/**
 * What to run instead of a command that does not exist. Other recorders have a command per agent (`causetrace codex
 * --save`), so the name of an agent is answered with what reads it here.
 */
export function unknownCommand(verb: string): StemmaError {
  const agent = agents.find(({ name, flavor }) => name === verb || flavor === verb);
  if (!agent) {
    const meant = nearest(verb, verbs);
    return new StemmaError('bad-argument', `There is no command "${verb}"${meant ? `; did you mean ${meant}?` : '.'}`, {
      hint: '`stemma help` lists the commands.',
    });
  }
  const { name, title, run } = agent;
  const read = `\`stemma ingest --source ${name}\` reads what ${title} recorded; \`stemma sessions --agent ${name}\` lists it.`;
  return new StemmaError('bad-argument', `There is no command "${verb}".`, {
    hint: run ? `${read}\n\`stemma run -- ${name} …\` starts ${title} and records what it does.` : read,
  });
}
