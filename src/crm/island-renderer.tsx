import draw from '@astrojs/react/client.js';
import { type ComponentType, useLayoutEffect } from 'react';
import { CrashBoundary } from './ui/CrashBoundary';

/** Controls that open an on-screen keyboard. */
const TYPED = ':is(input:not([type=radio], [type=checkbox]), textarea, select):focus-visible';
/** Pressing these must not show or hide the bottom bars, which would move them under the finger. */
const STAYS = '.sheet-foot :is(button, [type=radio])';

// Every CRM page loads this once.
focusPressed();
watchTyping();

/** Hydrates an island like Astro's React renderer, but in a crash boundary, so that a crash leaves no blank. */
export default function drawIsland(element: HTMLElement): ReturnType<typeof draw> {
  const drawIn = draw(element);
  return (Island: ComponentType<Record<string, unknown>>, ...rest) => {
    const moveTyped = watchTyped(element);
    const Bounded = (props: Record<string, unknown>) => {
      useLayoutEffect(moveTyped, []);
      return (
        <CrashBoundary>
          <Island {...props} />
        </CrashBoundary>
      );
    };
    drawIn(Bounded, ...rest);
  };
}

/**
 * An island that was translated before it hydrates is drawn anew by React, a moment after it began. Takes what was typed
 * until then along, and its mark, by which ui/forms/useEarlyChange.ts learns of it.
 */
function watchTyped(island: HTMLElement): () => void {
  const findControls = () => [...island.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  const controls = findControls();
  const typed = new Set<EventTarget | null>(controls.filter(({ dataset }) => dataset['early'] !== undefined));
  let focused: EventTarget | null = document.activeElement;
  const watch = new AbortController();
  // In the capture phase, and before React's own listeners, which hydrate.
  const options = { capture: true, signal: watch.signal };
  for (const name of ['input', 'change']) island.addEventListener(name, ({ target }) => typed.add(target), options);
  island.addEventListener(
    'focusin',
    ({ target }) => {
      focused = target;
    },
    options,
  );
  return () => {
    watch.abort();
    if (controls.every((control) => control.isConnected)) return;
    for (const [place, control] of findControls().entries()) {
      const former = controls[place];
      if (former && typed.has(former)) {
        control.value = former.value;
        control.checked = former.checked;
        control.dataset['early'] = '';
      }
      if (former === focused) control.focus();
    }
  };
}

/**
 * Focuses what is pressed, as all browsers but Safari do by themselves: otherwise dialogs and menus would not know
 * where to return the focus. A click made by Enter in a field leaves it there.
 */
function focusPressed(): void {
  document.addEventListener(
    'click',
    ({ target, detail }) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>('button, a') : null;
      if (detail > 0 || document.activeElement === document.body) pressed?.focus({ preventScroll: true });
    },
    { capture: true },
  );
}

function markTyping(): void {
  const { activeElement, documentElement } = document;
  if (activeElement?.matches(STAYS)) return;
  documentElement.toggleAttribute('data-typing', activeElement?.matches(TYPED) ?? false);
}

/**
 * Marks the page while somebody types, so that the bars at the bottom give way to an on-screen keyboard. As
 * `:has(:focus-visible)` in CSS, browsers restyled half the page at each step of the focus.
 */
function watchTyping(): void {
  document.addEventListener('focusin', markTyping);
  document.addEventListener('focusout', ({ relatedTarget }) => {
    // Between two elements the focus is nowhere for a moment, which would redraw the bars for nothing.
    if (relatedTarget === null) queueMicrotask(markTyping);
  });
}
