import { type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { LeadFilters } from '~/shared/leads/filters';
import { filterTexts } from '~/shared/strings/lead/filters';
import { leadStrings } from '~/shared/strings/leads';
import { useEarlyChange } from '../../ui/forms/useEarlyChange';

const DEBOUNCE_MS = 250;
const PRESS_EVENTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const;
const { filters: labels } = leadStrings;

/** The list's search, debounced: a word is one search, not one per letter. */
export function SearchBox({
  filters,
  inputRef,
  list,
  onSearch,
}: {
  filters: LeadFilters;
  inputRef: Ref<HTMLInputElement>;
  list: RefObject<HTMLElement | null>;
  onSearch: (text: string) => void;
}) {
  const id = useId();
  const value = filters.q ?? '';
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const onceReleased = useOnceReleased();

  // Follows outside changes of the URL: a step back, a counter, 'Quitar filtros'.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` is the same if a search was not drawn before
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [filters]);

  function searchFor(next: string) {
    clearTimeout(timer.current);
    // Results would push the row being pressed away from under the pointer.
    onceReleased(() => {
      if (next.trim() === sent.current) return;
      sent.current = next.trim();
      onSearch(sent.current);
    });
  }

  function type({ target: { value: next } }: { target: HTMLInputElement }) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => searchFor(next), DEBOUNCE_MS);
  }
  useEarlyChange(id, type);

  return (
    <form action="/panel" className="filters-search" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={id} className="sr-only">
        {filterTexts.q.label}
      </label>
      <input
        id={id}
        ref={inputRef}
        type="search"
        name="q"
        placeholder={labels.searchHint}
        maxLength={120}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        className="control"
        onChange={type}
        // On blur the search starts at once: what follows may open a lead.
        onBlur={() => searchFor(text)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          const row = list.current?.querySelector<HTMLElement>('[data-lead-id]');
          if (row) row.focus();
          // Even without a match, Escape gives the keys back to the page.
          else if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </form>
  );
}

/**
 * Returns a function that runs work at once or, during a press, on its release: after its target is decided, before it
 * acts.
 */
function useOnceReleased(): (work: () => void) => void {
  /** Work deferred by a press; null while there is none. */
  const waiting = useRef<(() => void) | null>(null);

  useEffect(() => {
    const release = () => {
      const work = waiting.current;
      waiting.current = null;
      work?.();
    };
    const listen = ({ type }: Event) => {
      if (type === 'pointerdown') waiting.current = () => {};
      // Where no click follows, as after selecting text.
      else if (type === 'pointerup') setTimeout(release);
      else release();
    };
    // Never removed: it lives as long as the page, like its user.
    for (const name of PRESS_EVENTS) document.addEventListener(name, listen, true);
  }, []);

  return (work) => {
    if (waiting.current) waiting.current = work;
    else work();
  };
}
