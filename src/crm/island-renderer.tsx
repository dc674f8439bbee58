import draw from '@astrojs/react/client.js';
import type { ComponentType } from 'react';
import { CrashBoundary } from './ui/CrashBoundary';

/** Brings an island to life as Astro's React renderer does, each within a boundary: none leaves a blank where it crashes. */
export default function drawIsland(element: HTMLElement): ReturnType<typeof draw> {
  const drawIn = draw(element);
  return (Island: ComponentType<Record<string, unknown>>, ...rest) => {
    const Bounded = (props: Record<string, unknown>) => (
      <CrashBoundary>
        <Island {...props} />
      </CrashBoundary>
    );
    drawIn(Bounded, ...rest);
  };
}
