/** Chance that falls the same way each time. */
export type Dice = ReturnType<typeof makeDice>;

/** The same rolls for the same seed (mulberry32): the demonstration is the same one each time. */
export function makeDice(seed: number) {
  let state = seed;
  /** Between 0 and 1, without 1. */
  function roll(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (low: number, high: number) => low + roll() * (high - low);
  return {
    roll,
    between,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    chance: (part: number) => roll() < part,
    /** Throws for an empty list. */
    pick<Item>(items: readonly Item[]): Item {
      return itemAt(items, Math.floor(roll() * items.length));
    },
    /** An item by its weight. Throws for an empty list. */
    weigh<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
      let left = roll() * items.reduce((sum, item) => sum + weightOf(item), 0);
      const found = items.find((item) => {
        left -= weightOf(item);
        return left < 0;
      });
      return found ?? itemAt(items, items.length - 1);
    },
    /** A time around `median`, a few of them many times as long: how long people take to answer. */
    around(median: number): number {
      const normal = Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());
      return median * Math.exp(normal);
    },
  };
}

/** The item at `index` in a list that repeats without end. Throws for an empty list. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
