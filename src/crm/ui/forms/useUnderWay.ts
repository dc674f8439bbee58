import { useState } from 'react';

/** Tracks the rows with a running action. Rows run in parallel; one row never runs two actions at once. */
export function useUnderWay() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());

  async function during(id: number, work: () => Promise<void>): Promise<void> {
    if (ids.has(id)) return;
    setIds((known) => new Set(known).add(id));
    try {
      await work();
    } finally {
      setIds((known) => new Set([...known].filter((other) => other !== id)));
    }
  }

  return { isUnderWay: (id: number) => ids.has(id), during };
}
