import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import type { SweAgentContext } from './record-context.ts';

/** The rest of the document: the agent, and how it ended. A submission need not be right. */
export function info(context: SweAgentContext, rest: JsonObject): void {
  const facts = object(rest['info']);
  const config = object(facts['config']);
  const replay = object(argumentsOf(rest['replay_config']));
  const configured =
    name(object(config['model'])['model_name']) ?? name(object(object(replay['agent'])['model'])['name']);
  const status = text(facts['exit_status']);
  context.patch({
    model: context.memory.model ?? configured?.slice(0, 200),
    agentVersion: (name(facts['mini_version']) ?? name(facts['swe_agent_version']))?.slice(0, 100),
    cwd: context.memory.cwd ?? name(object(config['environment'])['cwd']),
    outcome: status !== undefined && status !== '' && !/^submitted/i.test(status) ? 'failed' : undefined,
  });
}
