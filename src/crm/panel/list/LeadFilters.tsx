import { lazy, memo, type Ref, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES } from '~/shared/leads/enums';
import type { LeadFilters as Filters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { useEarlyChange } from '../../ui/forms/useEarlyChange';
import { Icon } from '../../ui/Icon';
import { Loading } from '../../ui/Spinner';
import { afterFrame } from '../after-press';
import type { FiltersChoice } from '../useAddress';
import { FilterSelect } from './FilterSelect';
import { useOnceReleased } from './useOnceReleased';

const MoreFilters = lazy(async () => ({ default: (await import('./MoreFilters')).MoreFilters }));

const TYPING_PAUSE_MS = 250;
const { filters: labels } = leadStrings;

/**
 * The list's search and filters in one row. Those beyond the specification are behind a button; in a small window all
 * of them are.
 */
export const LeadFilters = memo(function LeadFilters({
  filters,
  staff,
  plans,
  total,
  searchRef,
  list,
  onChange,
}: {
  filters: Filters;
  staff: readonly Colleague[];
  plans: Record<string, string>;
  /** How many leads match; null while unknown. */
  total: number | null;
  searchRef: Ref<HTMLInputElement>;
  /** The leads: arrow down and Escape lead there from the search. */
  list: RefObject<HTMLElement | null>;
  onChange: (filters: FiltersChoice, how?: { replace?: boolean }) => void;
}) {
  const id = useId();
  const moreId = useId();
  const [isMoreNeeded, setMoreNeeded] = useState(false);
  const needMore = () => afterFrame(() => setMoreNeeded(true));

  function set(change: Filters, how?: { replace?: boolean }) {
    onChange((present) => ({ ...present, ...change }), how);
  }

  return (
    <search aria-label={labels.title} className="lead-filters">
      <SearchBox
        filters={filters}
        inputRef={searchRef}
        list={list}
        onSearch={(q) => set({ q: q || undefined }, { replace: Boolean(filters.q) })}
      />
      <button type="button" popoverTarget={id} className="btn btn-secondary btn-regular filters-open">
        {labels.title}
        <Icon name="chevron" className="size-4" />
      </button>
      <div id={id} popover="auto" onBeforeToggle={needMore} className="filters-choice">
        <FilterSelect
          label={labels.estado}
          all={labels.all}
          options={LEAD_STATUSES}
          names={leadStrings.statuses}
          value={filters.estado}
          onChoose={(estado) => set({ estado })}
        />
        <FilterSelect
          label={labels.pais}
          all={labels.all}
          options={LEAD_COUNTRIES}
          value={filters.pais}
          onChoose={(pais) => set({ pais })}
        />
        <FilterSelect
          label={labels.client_type}
          all={labels.all}
          options={CLIENT_TYPES}
          names={{ ...leadStrings.clientTypes, none: leadStrings.none }}
          value={filters.client_type}
          onChoose={(client_type) => set({ client_type })}
        />
        <button
          type="button"
          popoverTarget={moreId}
          className="btn btn-secondary btn-regular filters-more-open"
        >
          {labels.more}
          <Icon name="chevron" className="size-4" />
        </button>
        {/* Loaded when opened: the first look does not need it. */}
        <fieldset
          id={moreId}
          popover="auto"
          aria-label={labels.more}
          onBeforeToggle={needMore}
          className="filters-more"
        >
          {isMoreNeeded && (
            <Suspense fallback={<Loading />}>
              <MoreFilters filters={filters} staff={staff} plans={plans} onChange={set} />
            </Suspense>
          )}
        </fieldset>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="btn btn-primary btn-regular filters-done"
        >
          {labels.show(total)}
        </button>
      </div>
    </search>
  );
});

/** Debounced: a word is one search, not one per letter. */
function SearchBox({
  filters,
  inputRef,
  list,
  onSearch,
}: {
  filters: Filters;
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
    timer.current = setTimeout(() => searchFor(next), TYPING_PAUSE_MS);
  }
  useEarlyChange(id, type);

  return (
    <form
      action="/panel"
      className="filters-search"
      onSubmit={(event) => {
        event.preventDefault();
        searchFor(text);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {labels.search}
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
