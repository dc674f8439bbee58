import { useRef, useState } from 'react';

type Functions = Record<string, (...args: never[]) => unknown>;

/**
 * Returns functions that never change but always call those of the latest render, so that components which get them do
 * not render again. Call them in events and effects, not while rendering.
 */
export function useStable<Given extends Functions>(functions: Given): Given {
  const latest = useRef(functions);
  latest.current = functions;
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as Given,
  );
  return stable;
}
