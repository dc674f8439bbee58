import { useEffectEvent, useState } from 'react';

type Functions = Record<string, (...args: never[]) => unknown>;

/**
 * Stable functions that call those of the latest committed render, so that components taking them do not re-render.
 * Like any effect event, they throw if called while rendering.
 */
export function useStable<Given extends Functions>(functions: Given): Given {
  const call = useEffectEvent((name: string, args: never[]) => functions[name]?.(...args));
  const [stable] = useState(
    () =>
      Object.fromEntries(Object.keys(functions).map((name) => [name, (...args: never[]) => call(name, args)])) as Given,
  );
  return stable;
}
