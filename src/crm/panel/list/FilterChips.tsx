import { useRef } from 'react';
import { formatDay } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/enums';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';
import type { PanelPage } from '../panel-page';
import type { FiltersChoice } from '../useAddress';

const { filters: labels } = leadStrings;

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
function describeFilters(filters: LeadFilters, { staff, plans }: PanelPage) {
  const chip = (label: keyof typeof labels, words?: string) => words && `${labels[label]}: ${words}`;
  const ofName = (label: keyof typeof labels, names: Record<string, string>) => (value: string) =>
    chip(label, nameOf(names, value));
  const ofDay = (label: keyof typeof labels) => (day: string) => chip(label, formatDay(day));
  const { statuses, views } = leadStrings;
  const texts: { [Name in keyof LeadFilters]-?: (value: string) => string | undefined } = {
    q: (text) => chip('search', text),
    agenda: (agenda) => nameOf(views, agenda),
    owner: (owner) => describeOwner(owner, staff),
    contacto: (contacto) => (contacto === 'respuesta' ? views.esperan_respuesta : labels.waiting),
    duplicados: () => views.duplicados,
    creados: () => labels.lastWeek,
    estado: ofName('estado', statuses),
    pais: ofName('pais', {}),
    client_type: ofName('client_type', leadStrings.clientTypes),
    from: ofDay('from'),
    to: ofDay('to'),
    won_from: ofDay('won_from'),
    won_to: ofDay('won_to'),
    source: ofName('source', leadStrings.sources),
    imported: (imported) => nameOf(labels.imported, imported),
    plan: (plan) => `${leadStrings.plan.title}: ${nameOf(plans, plan)}`,
    via: ofName('via', {}),
    lost_reason: ofName('lost_reason', leadStrings.lostReasons),
    answered: ofName('contacted', labels.answered),
    open: () => labels.open,
    idle: (days) => `${labels.idle} ${labels.days(days)}`,
    // The other orders show in the table's heads.
    orden: (orden) => chip('orden', (labels.orders as Record<string, string>)[orden]),
    tz: (tz) => `${labels.zone} ${tz.replaceAll('_', ' ')}`,
  };
  return Object.entries(texts).flatMap(([name, describe]) => {
    const value = filters[name as keyof LeadFilters];
    const text = value && describe(value);
    return text ? [{ text, without: { [name]: undefined, ...(name === 'contacto' && { orden: undefined }) } }] : [];
  });
}

function nameOf(names: Record<string, string>, value: string): string {
  return names[value] ?? (value === NONE ? leadStrings.none : value);
}

/** An owner who has left has no name here. */
function describeOwner(owner: string, staff: PanelPage['staff']): string {
  if (owner === 'me') return leadStrings.views.mios;
  if (owner === NONE) return leadStrings.owner.nobody;
  const name = staff.find(({ id }) => id === owner)?.name ?? leadStrings.owner.gone;
  return `${leadStrings.owner.title}: ${name}`;
}
