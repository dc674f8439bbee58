import { memo, type Ref, useEffect, useRef, useState } from 'react';
import { CLIENT_TYPES, LEAD_COUNTRIES, LEAD_STATUSES } from '~/shared/leads/lead';
import type { LeadFilters as Filters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { ChoiceFilter } from '../ui/forms/ChoiceFilter';
import { InputField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';

const TYPING_PAUSE_MS = 250;
const { filters: labels } = leadStrings;

/** Search, filters and order of the list. */
export const LeadFilters = memo(function LeadFilters({
  filters,
  searchRef,
  onChange,
}: {
  filters: Filters;
  searchRef: Ref<HTMLInputElement>;
  onChange: (filters: Filters, how?: { replace?: boolean }) => void;
}) {
  const chosen = [filters.estado, filters.pais, filters.client_type, filters.orden].filter(Boolean).length;
  /** On phones the selects stay folded, so that the list comes into sight. */
  const [isUnfolded, setUnfolded] = useState(chosen > 0);
  const folded = isUnfolded ? '' : 'max-sm:hidden';

  /** As they were chosen last: of two that are chosen in one breath, the second must not undo the first. */
  const latest = useRef(filters);
  latest.current = filters;

  function set(change: Filters, how?: { replace?: boolean }) {
    latest.current = { ...latest.current, ...change };
    onChange(latest.current, how);
  }

  return (
    <search
      aria-label={labels.title}
      className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap lg:items-end lg:gap-3"
    >
      <div className="col-span-2 sm:col-span-3 lg:min-w-36 lg:flex-1">
        <SearchBox
          filters={filters}
          inputRef={searchRef}
          onSearch={(q) => set({ q: q || undefined }, { replace: Boolean(filters.q) })}
        />
      </div>
      <div className={folded}>
        <ChoiceFilter
          label={labels.estado}
          all={labels.all}
          options={LEAD_STATUSES}
          names={leadStrings.statuses}
          value={filters.estado}
          onChoose={(estado) => set({ estado })}
        />
      </div>
      <div className={folded}>
        <ChoiceFilter
          label={labels.pais}
          all={labels.all}
          options={LEAD_COUNTRIES}
          value={filters.pais}
          onChoose={(pais) => set({ pais })}
        />
      </div>
      <div className={folded}>
        <ChoiceFilter
          label={labels.client_type}
          all={labels.all}
          options={CLIENT_TYPES}
          names={leadStrings.clientTypes}
          value={filters.client_type}
          onChoose={(client_type) => set({ client_type })}
        />
      </div>
      <div className={folded}>
        <ChoiceFilter
          label={labels.orden}
          all={labels.newest}
          options={['antiguos']}
          names={{ antiguos: labels.oldest }}
          value={filters.orden}
          onChoose={(orden) => set({ orden })}
        />
      </div>
      <div className="col-span-2 flex flex-wrap items-end gap-2 sm:col-span-2 lg:col-span-1">
        <Button aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)} className="sm:hidden!">
          {labels.title}
          {chosen > 0 && ` (${chosen})`}
          <Icon name="chevron" className={`size-4 ${isUnfolded ? 'rotate-180' : ''}`} />
        </Button>
        <Toggle
          pressed={filters.contacto === 'pendiente'}
          onPress={(pressed) =>
            // Who has waited longest comes first: that is what this view is for.
            set(
              pressed
                ? { contacto: 'pendiente', orden: 'antiguos', estado: undefined }
                : { contacto: undefined, orden: undefined },
            )
          }
        >
          <Icon name="clock" className="size-4" />
          {labels.waiting}
        </Toggle>
        {filters.creados && (
          <Toggle pressed onPress={() => set({ creados: undefined })}>
            {labels.lastWeek}
          </Toggle>
        )}
      </div>
    </search>
  );
});

function Toggle({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  children: React.ReactNode;
}) {
  return (
    <Button
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className={pressed ? 'bg-petrol-mist! text-petrol-dark! ring-petrol!' : ''}
    >
      {children}
    </Button>
  );
}

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

  // The address changed by other means than this box: a step back, a counter, 'Quitar filtros'. Where that came before a
  // search had been drawn, these are other filters of the same value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
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
        // Before whatever the person goes on to, which may open a lead.
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
