import { useRef } from 'react';

/** Runs async work one at a time, in the order of the calls. */
export function useQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const own = last.current.then(work);
    last.current = own.catch(() => {});
    return own;
  };
}
