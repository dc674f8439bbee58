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
  /** @throws for an empty list. */
  function weigh<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    let left = roll() * items.reduce((sum, item) => sum + weightOf(item), 0);
    const isReached = (item: Item) => {
      left -= weightOf(item);
      return left < 0;
    };
    const found = items.find(isReached) ?? items.at(-1);
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
  return {
    between,
    weigh,
    whole: (low: number, high: number) => Math.floor(between(low, high + 1)),
    chance: (part: number) => roll() < part,
    pick: <Item>(items: readonly Item[]): Item => weigh(items, () => 1),
  };
}
