import draw from '@astrojs/react/client.js';
import type { ComponentType } from 'react';
import { CrashBoundary } from './ui/CrashBoundary';
import { focusPressed } from './ui/layers/focus-pressed';
import { watchTyping } from './ui/layers/watch-typing';

// Every page of the CRM loads this, once.
focusPressed();
watchTyping();

/**
 * Hydrates an island as Astro's React renderer does, but within a crash boundary, so that a crash does not leave a
 * blank.
 */
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
