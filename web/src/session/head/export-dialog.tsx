import type { Session } from '../../../../src/types.ts';
import { apiUrl, segment } from '../../api.ts';
import styles from './digest.module.css';
import { SessionDialog } from './session-dialog.tsx';

const formats = [
  ['html', 'One page to explore, without a connection'],
  ['svg', 'A picture of the steps and their causes'],
  ['mermaid', 'A diagram for Markdown'],
  ['dot', 'A graph for Graphviz'],
  ['json', 'Everything as one object'],
  ['jsonl', 'Everything, one record a line'],
  ['causetrace', 'One ToolEvent a line'],
  ['otlp', 'OpenTelemetry traces, one request a line'],
] as const;

/** The session as a file, without secrets. */
export function ExportDialog({ session, close }: { readonly session: Session; readonly close: () => void }) {
  return (
    <SessionDialog title="Export this session" close={close}>
      <p>Secrets are redacted.</p>
      <ul className={styles.formats}>
        {formats.map(([format, what]) => (
          <li key={format}>
            <a href={apiUrl(`/sessions/${segment(session.uid)}/export`, { format })} download>
              {format}
            </a>
            <span>{what}</span>
          </li>
        ))}
      </ul>
    </SessionDialog>
  );
}
