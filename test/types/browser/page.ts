// A page that shows what stemma answered. Nothing of Node is known here.
import { acts, kinds } from 'stemma/types';
import type { Act, EventAnswer, Event, Kind, SessionsAnswer, TimelineAnswer, WhyAnswer } from 'stemma/types';
import { same } from '../same.js';

same<(typeof kinds)[number], Kind>(true);
same<(typeof acts)[number], Act>(true);
same<TimelineAnswer['events'][number]['kind'], Kind>(true);

export const choices = [...kinds, ...acts];

export async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  return (await response.json()) as Answer;
}

export function row(event: Event): HTMLElement {
  const element = document.createElement('li');
  element.textContent = `${event.at ?? ''} ${event.tool ?? event.kind} ${event.summary}`;
  return element;
}

export async function show(list: HTMLElement): Promise<void> {
  const { sessions, total } = await ask<SessionsAnswer>('/api/sessions');
  const why = await ask<WhyAnswer>('/api/why');
  const { event } = await ask<EventAnswer>('/api/event');
  list.replaceChildren(row(event));
  list.title = `${sessions[0]?.title ?? 'untitled'}, 1 of ${total}; ${why.causes[0]?.via.confidence.toFixed(2) ?? 'no cause'}`;
}

// @ts-expect-error What stemma answered is not for whoever shows it to alter.
export const alter = (event: Event): void => void (event.summary = '');

// @ts-expect-error There is no Node in a browser, and importing the types must not pretend there is.
export type NodesOwn = Buffer;

// @ts-expect-error Nor can a page open an archive.
export type { openStemma } from 'stemma/types';
