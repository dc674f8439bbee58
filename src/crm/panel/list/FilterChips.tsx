import { useRef } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { writeDay } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/filters';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';

const { filters: labels } = leadStrings;

/** The filters that are set, each as a chip. Pressing a chip removes its filter. */
export function FilterChips({
  filters,
  staff,
  plans,
  onChange,
}: {
  filters: LeadFilters;
  staff: readonly Colleague[];
  /** What plans are called, by their ids. */
  plans: Record<string, string>;
  onChange: (filters: LeadFilters) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const chips = describeFilters(filters, staff, plans);
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
function describeFilters(filters: LeadFilters, staff: readonly Colleague[], plans: Record<string, string>) {
  const { q, estado, pais, client_type, creados, contacto, owner, agenda, from, to, source, plan } = filters;
  const { lost_reason, idle } = filters;
  const chips: { text: string | undefined; without: LeadFilters }[] = [
    { text: q && labels.chip(labels.search, q), without: { q: undefined } },
    { text: agenda && leadStrings.views[agenda], without: { agenda: undefined } },
    { text: owner && describeOwner(owner, staff), without: { owner: undefined } },
    { text: contacto && labels.waiting, without: { contacto: undefined, orden: undefined } },
    { text: creados && labels.lastWeek, without: { creados: undefined } },
    {
      text: estado && labels.chip(labels.estado, leadStrings.statuses[estado]),
      without: { estado: undefined },
    },
    { text: pais && labels.chip(labels.pais, describeNone(pais)), without: { pais: undefined } },
    {
      text: client_type && labels.chip(labels.client_type, leadStrings.clientTypes[client_type]),
      without: { client_type: undefined },
    },
    {
      text: from && labels.chip(labels.from, writeDay(from)),
      without: { from: undefined },
    },
    {
      text: to && labels.chip(labels.to, writeDay(to)),
      without: { to: undefined },
    },
    {
      text: source && labels.chip(labels.source, leadStrings.sources[source] ?? source),
      without: { source: undefined },
    },
    {
      text: plan && labels.chip(leadStrings.plan.title, plans[plan] ?? describeNone(plan)),
      without: { plan: undefined },
    },
    {
      text: lost_reason && labels.chip(labels.lost_reason, leadStrings.lostReasons[lost_reason]),
      without: { lost_reason: undefined },
    },
    { text: idle && `${labels.idle} ${labels.days(idle)}`, without: { idle: undefined } },
  ];
  return chips.filter(({ text }) => text);
}

function describeNone(value: string): string {
  return value === NONE ? leadStrings.none : value;
}

/** Of somebody who is no longer there only that is known. */
function describeOwner(owner: string, staff: readonly Colleague[]): string {
  if (owner === 'me') return leadStrings.views.mios;
  if (owner === NONE) return leadStrings.owner.nobody;
  const name = staff.find(({ id }) => id === owner)?.name ?? leadStrings.owner.gone;
  return labels.chip(leadStrings.owner.title, name);
}
