import { useRef, useState } from 'react';

type Functions = Record<string, (...args: never[]) => unknown>;

/**
 * The same functions from render to render, which do what the latest render's do: what is handed them is not drawn
 * again for their sake. To be called from events and effects, not while rendering.
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
