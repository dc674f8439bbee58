import { memo, type Ref, type RefObject, startTransition, type ToggleEvent, useId, useState } from 'react';
import { NONE } from '~/shared/leads/enums';
import { FILTER_NAMES, type LeadFilters as Filters, filterOf } from '~/shared/leads/filters';
import { filterTexts } from '~/shared/strings/lead/filters';
import { leadStrings } from '~/shared/strings/leads';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { useEarlyChange } from '../../ui/forms/useEarlyChange';
import { Icon } from '../../ui/Icon';
import { closeOnBack } from '../../ui/layers/back';
import type { PanelPage } from '../panel-page';
import type { FiltersChoice } from '../useAddress';
import { MoreFilters } from './MoreFilters';
import { SearchBox } from './SearchBox';

const { filters: labels } = leadStrings;

/** Filters that are always in sight. They do not offer what has no value. */
const IN_SIGHT = FILTER_NAMES.flatMap((name) => {
  const filter = filterOf(name);
  if (!filter.inSight || !('values' in filter)) return [];
  const { label = '', values } = filterTexts[name];
  return [{ name, label, names: values, options: filter.values.filter((value) => value !== NONE) }];
});

/**
 * The list's search and filters in one row. Those seldom needed are behind a button; in a small window all of them
 * are.
 */
export const LeadFilters = memo(function LeadFilters({
  filters,
  page,
  total,
  searchRef,
  list,
  onChange,
}: {
  filters: Filters;
  page: PanelPage;
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
  const needMore = () => startTransition(() => setMoreNeeded(true));

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
      <div id={id} popover="auto" onBeforeToggle={needMore} onToggle={closeLikeSheet} className="filters-choice">
        {IN_SIGHT.map(({ name, ...choice }) => (
          <FilterSelect key={name} {...choice} value={filters[name]} onChoose={(value) => set({ [name]: value })} />
        ))}
        <button type="button" popoverTarget={moreId} className="btn btn-secondary btn-regular filters-more-open">
          {labels.more}
          <Icon name="chevron" className="size-4" />
        </button>
        {/* Drawn when opened, a frame after: a slow phone takes several. */}
        <fieldset
          id={moreId}
          popover="auto"
          aria-label={labels.more}
          onBeforeToggle={needMore}
          onToggle={closeLikeSheet}
          className="filters-more"
        >
          {isMoreNeeded && <MoreFilters filters={filters} page={page} onChange={set} />}
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

/** How to end what a step back does, of the filters that are open. */
const ends = new WeakMap<HTMLElement, () => void>();

/** On a small window the filters fill it: a step back closes them, as it does a sheet. */
function closeLikeSheet({ currentTarget, newState }: ToggleEvent<HTMLElement>): void {
  ends.get(currentTarget)?.();
  ends.delete(currentTarget);
  if (newState === 'open')
    ends.set(
      currentTarget,
      closeOnBack(() => currentTarget.hidePopover()),
    );
}

/** A filter with a few known values. Large windows draw only its name: its chip shows the value. */
function FilterSelect({
  label,
  options,
  names,
  value,
  onChoose,
}: {
  label: string;
  options: readonly string[];
  /** Value labels; by default the values themselves. */
  names: Readonly<Record<string, string>> | undefined;
  value: string | undefined;
  onChoose: (value: string | undefined) => void;
}) {
  const id = useId();
  const choose = ({ target }: { target: HTMLSelectElement }) => onChoose(target.value || undefined);
  useEarlyChange(id, choose);
  return (
    <div className="filter-select">
      <label htmlFor={id}>{label}</label>
      <Icon name="chevron" className="size-4" />
      <select id={id} value={value ?? ''} onChange={choose}>
        <ChoiceOptions all={labels.all} options={options} names={names} />
      </select>
    </div>
  );
}
