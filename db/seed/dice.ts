/** Deterministic randomness. */
export type Dice = ReturnType<typeof makeDice>;

/** Same seed, same rolls (mulberry32), so that every demonstration is the same. */
export function makeDice(seed: number) {
  let state = seed;
  /** In [0, 1). */
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
    /** @throws for an empty list. */
    pick<Item>(items: readonly Item[]): Item {
      return itemAt(items, Math.floor(roll() * items.length));
    },
    /**
     * A weighted pick.
     * @throws for an empty list.
     */
    weigh<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
      let left = roll() * items.reduce((sum, item) => sum + weightOf(item), 0);
      const found = items.find((item) => {
        left -= weightOf(item);
        return left < 0;
      });
      return found ?? itemAt(items, items.length - 1);
    },
    /** A time with this median and a long tail, as people's response times have. */
    around(median: number): number {
      const normal = Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());
      return median * Math.exp(normal);
    },
  };
}

/**
 * The item at `index` of the list repeated without end.
 * @throws for an empty list.
 */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
