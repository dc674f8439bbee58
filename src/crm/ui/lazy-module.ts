/**
 * A script of several components: `load` loads it, `find` returns it once loaded, and `part` is one of its components,
 * for `lazy`. Loaded ones are drawn at once: for any promise, even a settled one, React first draws the fallback, and
 * letters meant for the component would be taken for shortcuts.
 */
export function lazyModule<Parts extends object>(importParts: () => Promise<Parts>) {
  let there: Parts | undefined;

  async function load(): Promise<Parts> {
    there = await importParts();
    return there;
  }

  function part<Name extends keyof Parts>(name: Name) {
    type Loaded = { default: Parts[Name] };
    const pick = (parts: Parts): Loaded => ({ default: parts[name] });
    return () => {
      if (!there) return load().then(pick);
      const loaded = pick(there);
      // biome-ignore lint/suspicious/noThenProperty: what React takes for a promise
      return { then: (take: (value: Loaded) => void) => take(loaded) } as Promise<Loaded>;
    };
  }

  return { load, part, loaded: () => there };
}
