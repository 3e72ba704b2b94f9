import type { ShownSession } from '../../sources/agent/status-line.ts';
import type { Budget } from '../../ask/cost/budget.ts';

/** What the archive knows, and the running session beyond it. */
export interface Spent {
  readonly today: number;
  readonly block: { readonly usd: number; readonly endsIn: number; readonly usdPerHour: number | null } | undefined;
  readonly budget: (Budget & { readonly spent: number; readonly state: 'within' | 'near' | 'over' }) | undefined;
}

/** One line for below the agent's prompt. */
export function statusLine(session: ShownSession, spent: Spent | undefined, { colours = true } = {}): string {
  const paint = (code: number, text: string): string => (colours ? `\u001B[${code}m${text}\u001B[39m` : text);
  const { model, usd, contextPercent } = session;
  const parts = [
    model,
    ...(usd === undefined ? [] : [`${money(usd)} session`]),
    ...(spent === undefined ? [] : [`${money(spent.today)} today`]),
    ...(spent?.block === undefined ? [] : [blockText(spent.block)]),
    ...(spent?.budget === undefined ? [] : [budgetText(spent.budget, paint)]),
    ...(contextPercent === undefined ? [] : [`context ${Math.round(contextPercent)}%`]),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function blockText({ usd, endsIn, usdPerHour }: NonNullable<Spent['block']>): string {
  const pace = usdPerHour === null ? '' : `, ${money(usdPerHour)}/h`;
  return `${money(usd)} block, ${timeLeft(endsIn)} left${pace}`;
}

function budgetText(
  { spent, usd, per, state }: NonNullable<Spent['budget']>,
  paint: (code: number, text: string) => string,
): string {
  const text = `${Math.round((spent / usd) * 100)}% of ${money(usd)} ${per === 'day' ? 'today' : `this ${per}`}`;
  if (state === 'within') return text;
  return state === 'over' ? paint(31, text) : paint(33, text);
}

function timeLeft(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

function money(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
