import { useRef, useState } from 'react';

type Functions = Record<string, (...args: never[]) => unknown>;

/**
 * Stable functions that call those of the latest render, so that components taking them do not re-render. Call them in
 * events and effects, not while rendering.
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
