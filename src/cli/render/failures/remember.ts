import type { Chain } from '../../../model/chain.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { footer, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';

/** The failure with everything recorded about it. */
export function renderRemembered({ id, error, attempts, state, needs_review }: Chain, context: RenderContext): string {
  const { ink, columns } = context;
  const room = columns - storyMargin;
  let text = `${ink.dim(`remembered ${shortId(id)}`)}\n`;
  text += line('message', ink.red(fit(shortPaths(error.message, context), room)), context);
  for (const { action, successful } of attempts.slice(-shown)) {
    const what = fit(shortPaths(action, context), room);
    text += successful === true ? line('fixed', ink.green(what), context) : line('tried', what, context);
  }
  if (needs_review)
    text += line('state', ink.yellow(state === 'failed' ? 'given up, needs review' : 'needs review'), context);
  if (state === 'open') text += footer(`once it is fixed: stemma remember ${shortId(id)} --fix ACTION`, context);
  return text;
}

const shown = 5;
