import draw from '@astrojs/react/client.js';
import type { ComponentType } from 'react';
import { CrashBoundary } from './ui/CrashBoundary';
import { focusPressed } from './ui/layers/focus-pressed';
import { watchTyping } from './ui/layers/watch-typing';

// Every CRM page loads this once.
focusPressed();
watchTyping();

/** Hydrates an island like Astro's React renderer, but in a crash boundary, so that a crash leaves no blank. */
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
