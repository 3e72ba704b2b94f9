import { useKept } from '../parts/kept.ts';

/** A session that this browser keeps at hand, with a note. */
export interface Pin {
  readonly uid: string;
  readonly title: string;
  readonly note: string;
}

/** Pins and notes belong to the reader, not to the archive: this browser keeps them. */
export function usePins(): {
  readonly pins: readonly Pin[];
  readonly toggle: (session: { readonly uid: string; readonly title: string | null }) => void;
  readonly setNote: (uid: string, note: string) => void;
} {
  const [pins, setPins] = useKept<readonly Pin[]>('pins', []);
  return {
    pins,
    toggle: ({ uid, title }) =>
      setPins(
        pins.some((pin) => pin.uid === uid)
          ? pins.filter((pin) => pin.uid !== uid)
          : [{ uid, title: title ?? 'Untitled', note: '' }, ...pins].slice(0, maxPins),
      ),
    setNote: (uid, note) => setPins(pins.map((pin) => (pin.uid === uid ? { ...pin, note } : pin))),
  };
}

const maxPins = 50;
