import { useConnection } from '../../live.ts';
import styles from './session-head.module.css';

const texts = {
  connecting: ['connecting', 'New steps appear when the connection is open'],
  open: ['live', 'New steps appear as the archive grows'],
  lost: ['connection lost', 'Trying again every second. Is `stemma serve` still running?'],
} as const;

/** Whether the agent is at work, and whether its new steps will appear. */
export function LiveState({ isRunning }: { readonly isRunning: boolean }) {
  const connection = useConnection();
  const [text, title] = texts[connection];
  return (
    <span className={styles.live} role="status">
      {isRunning && (
        <b data-state="running" title="The agent was active within the last ten minutes and has still to do something">
          running
        </b>
      )}
      {/* Of a session that has ended nothing is awaited. */}
      {(isRunning || connection === 'lost') && (
        <span data-state={connection} title={title}>
          {text}
        </span>
      )}
    </span>
  );
}
