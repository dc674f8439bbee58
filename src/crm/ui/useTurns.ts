import { useRef } from 'react';

/** Does what it is given one after the other, in the order in which it was given: nothing is lost or overtaken. */
export function useTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const own = last.current.then(work);
    last.current = own.catch(() => {});
    return own;
  };
}
