import type { Chain } from '../../../model/chain.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { footer, told } from '../page.ts';
import type { Page } from '../page.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';

/** What is known of the failure now. */
export function renderRemembered({ id, error, attempts, state }: Chain, page: Page): string {
  const { ink, columns } = page;
  const room = columns - storyMargin;
  let text = `${ink.dim(`remembered ${shortId(id)}`)}\n`;
  text += line('said', ink.red(fit(told(error.message, page), room)), page);
  for (const { action, successful } of attempts.slice(-shown)) {
    const words = fit(told(action, page), room);
    text += successful === true ? line('fixed', ink.green(words), page) : line('tried', words, page);
  }
  if (state === 'failed') text += line('state', ink.yellow('given up, needs review'), page);
  if (state === 'open') text += footer(`when something helped: stemma remember ${shortId(id)} --fix ACTION`, page);
  return text;
}

const shown = 5;
