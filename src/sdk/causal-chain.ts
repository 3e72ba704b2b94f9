import type { Chain, ErrorContext, FixAttempt } from '../model/chain.ts';
import type { SessionUid } from '../model/ids.ts';

/** A chain that can also be read under the names of session-buddy, from which some programs come. */
export interface CausalChain extends Chain {
  readonly error_message: string;
  readonly error_event: {
    readonly id: string;
    readonly error_message: string;
    readonly context: ErrorContext;
    readonly session_id: SessionUid | null;
    readonly timestamp: string | null;
  };
  readonly fix_attempts: readonly {
    readonly id: string;
    readonly causal_chain_id: string;
    readonly action_taken: string;
    readonly code_changes: string | null;
    readonly timestamp: string | null;
    readonly successful: boolean;
  }[];
  readonly successful_fix: FixAttempt | null;
}

/** Getters that JSON and spreading do not show: there everything is said once. */
export function causalChain(chain: Chain): CausalChain {
  const { id, error, attempts } = chain;
  return Object.defineProperties(
    { ...chain },
    {
      error_message: { get: () => error.message },
      error_event: {
        get: () => ({
          id: error.id,
          error_message: error.message,
          context: error.context ?? {},
          session_id: error.session,
          timestamp: error.at,
        }),
      },
      fix_attempts: {
        get: () =>
          attempts.map((attempt) => ({
            id: attempt.id,
            causal_chain_id: id,
            action_taken: attempt.action,
            code_changes: attempt.code_changes,
            timestamp: attempt.at,
            successful: attempt.successful === true,
          })),
      },
      successful_fix: { get: () => attempts.find((attempt) => attempt.id === chain.successful_fix_id) ?? null },
    },
  ) as CausalChain;
}
