import { setTimeout as rest } from 'node:timers/promises';

/** As long as one slice of the other long work (database/slices.ts). */
const SLICE_MS = 3;

/** Returns a function that long work without a transaction awaits often: after each slice comes an equally long pause. */
export function makePace(): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async (took: number) => {
    await rest(took);
    since = performance.now();
  };
  return () => {
    const took = performance.now() - since;
    return took < SLICE_MS ? undefined : pause(took);
  };
}
