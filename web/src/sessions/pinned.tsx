import { Link } from '../parts/link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkToSession } from '../router.ts';
import styles from './pinned.module.css';
import { usePins } from './use-pins.ts';

/** Pinned sessions with their notes, above the list. */
export function Pinned() {
  const { pins, toggle, setNote } = usePins();
  if (pins.length === 0) return null;
  return (
    <Panel title="Pinned" note="kept by this browser">
      <ol className={styles.pins}>
        {pins.map((pin) => (
          <li key={pin.uid}>
            <Link to={linkToSession(pin.uid)} className="transcript-text">
              {pin.title}
            </Link>
            <input
              aria-label={`Note on ${pin.title}`}
              placeholder="Add a note"
              maxLength={1000}
              value={pin.note}
              onChange={({ target }) => setNote(pin.uid, target.value)}
            />
            <button type="button" className="button" onClick={() => toggle(pin)}>
              Unpin
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
