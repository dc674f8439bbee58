import { AppError } from '../app-error';

type Options = {
  /** How many there are, and how many of them one sender may have. */
  places: number;
  each: number;
  /** What whoever finds none is told. */
  full?: string;
};

/** About as long as a large body takes. */
const RETRY_AFTER_S = 10;

/** Bounds the large bodies of one kind that are in memory at once: from before they are read until they are dealt with. */
export class BodyPlaces {
  readonly #senders: string[] = [];

  constructor(private readonly options: Options) {}

  /** Takes a place; call what it returns once to give it back. Throws AppError `busy` if there is none. */
  take(sender: string): () => void {
    const { places, each, full } = this.options;
    const own = this.#senders.filter((other) => other === sender).length;
    if (this.#senders.length >= places || own >= each)
      throw new AppError('busy', { retryAfterSeconds: RETRY_AFTER_S, ...(full && { message: full }) });
    this.#senders.push(sender);
    return () => void this.#senders.splice(this.#senders.indexOf(sender), 1);
  }
}
