import { useKept } from '../parts/kept.ts';

/** Failures that this browser does not list, by fingerprint: muting is a matter of taste, not of the archive. */
export function useMuted(): {
  readonly isMuted: (fingerprint: string) => boolean;
  readonly toggle: (fingerprint: string) => void;
} {
  const [muted, setMuted] = useKept<readonly string[]>('muted-errors', []);
  const isMuted = (fingerprint: string) => muted.includes(fingerprint);
  return {
    isMuted,
    toggle: (fingerprint) =>
      setMuted(
        isMuted(fingerprint)
          ? muted.filter((each) => each !== fingerprint)
          : [...muted.slice(1 - maxMuted), fingerprint],
      ),
  };
}

const maxMuted = 500;
