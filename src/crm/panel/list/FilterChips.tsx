import { useRef } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { writeDay } from '~/shared/leads/days';
import { NONE } from '~/shared/leads/filters';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';
import type { FiltersChoice } from '../useAddress';

const { filters: labels } = leadStrings;

/** The active filters as chips. Pressing one removes its filter. */
export function FilterChips({
  filters,
  staff,
  plans,
  onChange,
}: {
  filters: LeadFilters;
  staff: readonly Colleague[];
  /** Plan names by id. */
  plans: Record<string, string>;
  onChange: (filters: FiltersChoice) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const chips = describeFilters(filters, staff, plans);
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
function describeFilters(filters: LeadFilters, staff: readonly Colleague[], plans: Record<string, string>) {
  const { q, estado, pais, client_type, creados, contacto, owner, agenda, from, to, source, plan, via } =
    filters;
  const { won_from, won_to, imported, lost_after } = filters;
  const { lost_reason, idle, reached, call, answered, hour, open, duplicados, orden, tz } = filters;
  // The table's heads show the other orders.
  const ordered = orden && orden in labels.orders && labels.orders[orden as keyof typeof labels.orders];
  const texts: Partial<Record<keyof LeadFilters, string | false | undefined>> = {
    q: q && labels.chip(labels.search, q),
    agenda: agenda && leadStrings.views[agenda],
    owner: owner && describeOwner(owner, staff),
    contacto: contacto && labels.waiting,
    duplicados: duplicados && leadStrings.views.duplicados,
    creados: creados && labels.lastWeek,
    estado: estado && labels.chip(labels.estado, leadStrings.statuses[estado]),
    pais: pais && labels.chip(labels.pais, describeNone(pais)),
    client_type: client_type && labels.chip(labels.client_type, nameOf(leadStrings.clientTypes, client_type)),
    from: from && labels.chip(labels.from, writeDay(from)),
    to: to && labels.chip(labels.to, writeDay(to)),
    won_from: won_from && labels.chip(labels.won_from, writeDay(won_from)),
    won_to: won_to && labels.chip(labels.won_to, writeDay(won_to)),
    source: source && labels.chip(labels.source, leadStrings.sources[source] ?? source),
    imported: imported && labels.imported[imported],
    plan: plan && labels.chip(leadStrings.plan.title, nameOf(plans, plan)),
    via: via && labels.chip(labels.via, describeNone(via)),
    lost_reason: lost_reason && labels.chip(labels.lost_reason, nameOf(leadStrings.lostReasons, lost_reason)),
    lost_after: lost_after && labels.chip(labels.lost_after, leadStrings.statuses[lost_after]),
    reached: reached && labels.chip(labels.reached, leadStrings.statuses[reached]),
    call: call && labels.chip(labels.call, leadStrings.attempt.outcomes[call]),
    answered: answered && labels.chip(labels.contacted, labels.answered[answered]),
    hour: hour && labels.chip(labels.hour, describeHour(hour)),
    open: open && labels.open,
    idle: idle && `${labels.idle} ${labels.days(idle)}`,
    orden: ordered && labels.chip(labels.orden, ordered),
    tz: tz && `${labels.zone} ${tz.replaceAll('_', ' ')}`,
  };
  return Object.entries(texts).flatMap(([name, text]) =>
    text ? [{ text, without: { [name]: undefined, ...(name === 'contacto' && { orden: undefined }) } }] : [],
  );
}

function nameOf(names: Record<string, string>, value: string): string {
  return names[value] ?? describeNone(value);
}

/** '2-21' is 'mar, 21 h'. */
function describeHour(text: string): string {
  const [weekday, hour] = text.split('-').map(Number);
  return `${leadStrings.nextContact.days[(weekday ?? 0) % 7]}, ${hour} h`;
}

function describeNone(value: string): string {
  return value === NONE ? leadStrings.none : value;
}

/** An owner who has left has no name here. */
function describeOwner(owner: string, staff: readonly Colleague[]): string {
  if (owner === 'me') return leadStrings.views.mios;
  if (owner === NONE) return leadStrings.owner.nobody;
  const name = staff.find(({ id }) => id === owner)?.name ?? leadStrings.owner.gone;
  return labels.chip(leadStrings.owner.title, name);
}
