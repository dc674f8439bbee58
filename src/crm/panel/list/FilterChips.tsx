import { useRef } from 'react';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';

const { filters: labels } = leadStrings;

/** The filters that are set, each as a chip. Pressing a chip removes its filter. */
export function FilterChips({
  filters,
  onChange,
}: {
  filters: LeadFilters;
  onChange: (filters: LeadFilters) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const chips = describeFilters(filters);
  if (chips.length === 0) return null;

  /** Moves the focus to the next chip, or to the list's heading if none is left. */
  function remove(at: number) {
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter((_, index) => index !== at);
    const next = others[Math.min(at, others.length - 1)] ?? document.getElementById('recientes');
    next?.focus();
    onChange({ ...filters, ...chips[at]?.without });
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

/** For each filter that is set, its chip's text and the change that removes it. */
function describeFilters({ q, estado, pais, client_type, creados, contacto }: LeadFilters) {
  const chips: { text: string | undefined; without: LeadFilters }[] = [
    { text: q && labels.chip(labels.search, q), without: { q: undefined } },
    { text: contacto && labels.waiting, without: { contacto: undefined, orden: undefined } },
    { text: creados && labels.lastWeek, without: { creados: undefined } },
    {
      text: estado && labels.chip(labels.estado, leadStrings.statuses[estado]),
      without: { estado: undefined },
    },
    { text: pais && labels.chip(labels.pais, pais), without: { pais: undefined } },
    {
      text: client_type && labels.chip(labels.client_type, leadStrings.clientTypes[client_type]),
      without: { client_type: undefined },
    },
  ];
  return chips.filter(({ text }) => text);
}
