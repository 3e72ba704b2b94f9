import { expect, test } from 'vitest';
import { senderOf } from './sender-of.ts';

test("what another agent sends through Claude Code's hooks is the other agent's", () => {
  expect(senderOf('claude-code', { hookEventName: 'pre_tool_use' })).toBe('grok');
  expect(senderOf('claude-code', { transcript_path: '/home/dev/.factory/sessions/x/1.jsonl' })).toBe('droid');
  expect(senderOf('claude-code', { transcript_path: 'C:\\Users\\dev\\.qwen\\projects\\x.jsonl' })).toBe('qwen');
  expect(senderOf('claude-code', { transcript_path: '/home/dev/.claude/projects/x.jsonl' })).toBe('claude-code');
  expect(senderOf('codex', { hookEventName: 'x' })).toBe('codex');
});
