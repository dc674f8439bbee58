import { WAIT_TIMEOUT_MS } from './timeouts.ts';

/**
 * What `promise` gives, or an error that says what was waited for in vain: a test that ends by its own timeout does not
 * tell. `what` is asked only then.
 */
export async function within<Result>(promise: Promise<Result>, what: () => string): Promise<Result> {
  // Made here, as its stack tells who waits.
  const failure = new Error();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      failure.message = `waited in vain for ${what()}`;
      reject(failure);
    }, WAIT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same for what may come long before or after somebody waits for it: the time runs from then. */
export const whenAwaited = <Result>(promise: Promise<Result>, what: () => string): PromiseLike<Result> => ({
  // biome-ignore lint/suspicious/noThenProperty: it is called by whoever awaits it
  then: (kept, broken) => within(promise, what).then(kept, broken),
});

/** Those who wait for something to be there; `look` is called whenever it may have come. */
export class Waiting {
  readonly #looks = new Set<() => void>();

  look(): void {
    for (const look of this.#looks) look();
  }

  /** Resolves with the first thing found, past or future; `find` throws when it can no longer come. */
  async until<Found>(find: () => Found | false | null | undefined, what: () => string): Promise<Found> {
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const look = () => {
      try {
        const found = find();
        if (found) resolve(found);
      } catch (error) {
        reject(error);
      }
    };
    this.#looks.add(look);
    look();
    try {
      return await within(promise, what);
    } finally {
      this.#looks.delete(look);
    }
  }
}
