import type { StoreReader } from '../../store/store.ts';
import { storiesOfChains, type AnyError } from './errors.ts';
import { chainNamed } from '../similar/subject.ts';

/** One failure and how it went on, by the id of its chain, the beginning of one, or the id of the failing event. */
export async function story(read: StoreReader, name: string): Promise<AnyError> {
  const [found] = await storiesOfChains(read, [await chainNamed(read, name)]);
  return found!;
}
