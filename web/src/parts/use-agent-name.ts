import { useAnswer } from '../use-answer.ts';

interface About {
  readonly sources: readonly { readonly name: string; readonly title: string }[];
}

/** What people call the agent that a source reads. */
export function useAgentName(): (source: string) => string {
  const { answer } = useAnswer<About>('/about');
  return (source) => answer?.sources.find(({ name }) => name === source)?.title ?? source;
}

/** Two letters for where there is no room for a name. */
export function lettersOf(name: string): string {
  const [first = '', second = ''] = name.split(/[\s-]+/);
  return second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2);
}
