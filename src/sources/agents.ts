// Every agent stemma knows. To add one: its folder, and its line here.
export { aider } from './aider/descriptor.ts';
export { claudeCode } from './claude-code/descriptor.ts';
export { cline } from './cline/descriptor.ts';
export { codex } from './codex/descriptor.ts';
export { continueDev } from './continue/descriptor.ts';
export { copilot } from './copilot/descriptor.ts';
export { cursor } from './cursor/descriptor.ts';
export { droid } from './droid/descriptor.ts';
export { gemini } from './gemini/descriptor.ts';
export { goose } from './goose/descriptor.ts';
export { grok } from './grok/descriptor.ts';
export { grokCli } from './grok-cli/descriptor.ts';
export { kimi } from './kimi/descriptor.ts';
export { openCode } from './opencode/descriptor.ts';
export { pi } from './pi/descriptor.ts';
export { qwen } from './qwen/descriptor.ts';
export { sweAgent } from './swe-agent/descriptor.ts';
