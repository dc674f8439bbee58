import { memo, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES } from '~/shared/leads/lead';
import { LEAD_ORDERS } from '~/shared/leads/order';
import type { LeadFilters as Filters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { InputField } from '../../ui/forms/Field';
import { Icon } from '../../ui/Icon';
import { FilterSelect } from './FilterSelect';
import { useFolding } from './useFolding';

const TYPING_PAUSE_MS = 250;
const { filters: labels } = leadStrings;
const ORDER_NAMES = {
  antiguos: labels.oldest,
  mas_notas: labels.mostNotes,
  menos_notas: labels.fewestNotes,
  proximo_contacto: labels.nextContact,
  con_actividad: labels.lastActivity,
  sin_actividad: labels.longestIdle,
};

/**
 * Search, views, filters and order of the list, in one row. In a small window the filters are behind a button, which
 * says how many are set, and the row is hidden while somebody scrolls down.
 */
export const LeadFilters = memo(function LeadFilters({
  filters,
  staff,
  searchRef,
  onChange,
}: {
  filters: Filters;
  staff: readonly Colleague[];
  searchRef: Ref<HTMLInputElement>;
  onChange: (filters: Filters, how?: { replace?: boolean }) => void;
}) {
  const id = useId();
  const row = useFolding<HTMLElement>();
  const chosen = [filters.estado, filters.pais, filters.client_type, filters.owner, filters.orden].filter(
    Boolean,
  ).length;

  const owners: Record<string, string> = {
    me: leadStrings.views.mios,
    none: leadStrings.owner.nobody,
    ...Object.fromEntries(staff.map(({ id, name }) => [id, name])),
  };
  /** The last choice, also if it is not rendered yet: a second quick choice must not undo the first. */
  const latest = useRef(filters);
  latest.current = filters;

  function set(change: Filters, how?: { replace?: boolean }) {
    latest.current = { ...latest.current, ...change };
    onChange(latest.current, how);
  }

  return (
    <search ref={row} aria-label={labels.title} className="lead-filters">
      <SearchBox
        filters={filters}
        inputRef={searchRef}
        onSearch={(q) => set({ q: q || undefined }, { replace: Boolean(filters.q) })}
      />
      <button type="button" popoverTarget={id} className="btn btn-secondary btn-regular filters-open">
        {labels.title}
        {chosen > 0 && ` (${chosen})`}
        <Icon name="chevron" className="size-4" />
      </button>
      <div id={id} popover="auto" className="filters-choice">
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
          names={leadStrings.clientTypes}
          value={filters.client_type}
          onChoose={(client_type) => set({ client_type })}
        />
        <FilterSelect
          label={labels.owner}
          className="filter-owner"
          all={labels.all}
          options={Object.keys(owners)}
          names={owners}
          value={filters.owner}
          onChoose={(owner) => set({ owner })}
        />
        {/* The agenda has an order of its own. */}
        {!filters.agenda && (
          <FilterSelect
            label={labels.orden}
            all={labels.newest}
            options={LEAD_ORDERS}
            names={ORDER_NAMES}
            value={filters.orden}
            onChoose={(orden) => set({ orden })}
          />
        )}
      </div>
    </search>
  );
});

/** Searches a moment after the last letter, so that a word is one search and not one for each letter. */
function SearchBox({
  filters,
  inputRef,
  onSearch,
}: {
  filters: Filters;
  inputRef: Ref<HTMLInputElement>;
  onSearch: (text: string) => void;
}) {
  const value = filters.q ?? '';
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);

  // Follows the address when something else changes it: a step back, a counter, 'Quitar filtros'.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` is the same if a search was not drawn before
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [filters]);

  function searchFor(next: string) {
    clearTimeout(timer.current);
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onSearch(next.trim());
  }

  return (
    <form
      action="/panel"
      className="filters-search"
      onSubmit={(event) => {
        event.preventDefault();
        searchFor(text);
      }}
    >
      <InputField
        ref={inputRef}
        type="search"
        name="q"
        label={labels.search}
        hideLabel
        placeholder={labels.searchHint}
        maxLength={120}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => searchFor(next), TYPING_PAUSE_MS);
        }}
        // When the person moves on, the search begins at once: what follows may open a lead.
        onBlur={() => searchFor(text)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
            searchFor('');
          }
        }}
      />
    </form>
  );
}
