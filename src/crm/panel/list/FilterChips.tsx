import { useRef } from 'react';
import { formatDay } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/enums';
import { FILTER_NAMES, type FilterName, filterOf, type LeadFilters } from '~/shared/leads/filters';
import { filterTexts } from '~/shared/strings/lead/filters';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';
import type { PanelPage } from '../panel-page';
import type { FiltersChoice } from '../useAddress';

const { filters: labels } = leadStrings;
/** What views ask for comes first. */
const FIRST = ['q', 'agenda', 'owner', 'contacto', 'duplicados', 'creados'] as const;
const CHIPS = new Set([...FIRST, ...FILTER_NAMES]);

/** The active filters as chips. Pressing one removes its filter. */
export function FilterChips({
  filters,
  page,
  onChange,
}: {
  filters: LeadFilters;
  page: PanelPage;
  onChange: (filters: FiltersChoice) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const chips = describeFilters(filters, page);
  if (chips.length === 0) return null;

  /** Moves the focus to the next chip, or to the list's heading if none is left. */
  function remove(at: number) {
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, index) => index !== at);
    const next = others[Math.min(at, others.length - 1)] ?? document.getElementById('recientes');
    next?.focus();
    onChange((present) => ({ ...present, ...chips[at]?.without }));
  }

  return (
    <ul ref={list} className="flex flex-wrap gap-1.5">
      {chips.map(({ text, without }, at) => (
        <li key={Object.keys(without)[0]}>
          <button type="button" onClick={() => remove(at)} className="filter-chip">
            <span>
              <span className="sr-only">{labels.remove} </span>
              {text}
            </span>
            <Icon name="close" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Each active filter's chip text, and the change that removes it. */
function describeFilters(filters: LeadFilters, page: PanelPage) {
  return [...CHIPS].flatMap((name) => {
    const value = filters[name];
    const text = value && describeFilter(name, value, page);
    return text ? [{ text, without: { [name]: undefined, ...(name === 'contacto' && { orden: undefined }) } }] : [];
  });
}

function describeFilter(name: FilterName, value: string, { staff, plans }: PanelPage): string | undefined {
  const { label, values = {} } = filterTexts[name];
  const chip = (words: string) => (label ? `${label}: ${words}` : words);
  switch (filterOf(name).kind) {
    case 'person':
      // Somebody who has left has no name here.
      return values[value] ?? chip(staff.find(({ id }) => id === value)?.name ?? leadStrings.owner.gone);
    case 'plan':
      return chip(nameOf(plans, value));
    case 'day':
      return chip(formatDay(value));
    case 'days':
      return `${label} ${labels.days(value)}`;
    case 'zone':
      return `${label} ${value.replaceAll('_', ' ')}`;
    case 'order':
      // The other orders show in the table's heads.
      return values[value] && chip(values[value]);
    default:
      return chip(nameOf(values, value));
  }
}

function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return names[value] ?? (value === NONE ? leadStrings.none : value);
}
