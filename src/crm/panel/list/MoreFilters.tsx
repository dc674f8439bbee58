import { useEffect, useRef } from 'react';
import { isDay } from '~/shared/leads/days';
import { LEAD_ORDERS, LOST_REASONS, NONE } from '~/shared/leads/enums';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { laterStrings } from '~/shared/strings/panel/later';
import { ChoiceFilter } from '../../ui/forms/ChoiceFilter';
import { InputField } from '../../ui/forms/Field';
import type { PanelPage } from '../panel-page';

const { filters: labels } = leadStrings;
const IDLE_DAYS = ['3', '7', '14', '30', '60', '90', '180'];

/** Filters that searches seldom need, and the order, behind 'Más filtros'. */
export function MoreFilters({
  filters,
  page: { staff, plans },
  onChange,
}: {
  filters: LeadFilters;
  page: PanelPage;
  onChange: (change: LeadFilters) => void;
}) {
  const owners: Record<string, string> = {
    me: leadStrings.views.mios,
    [NONE]: leadStrings.owner.nobody,
    ...Object.fromEntries(staff.map(({ id, name }) => [id, name])),
  };
  const { from, to, idle } = filters;
  const withNone = (names: Record<string, string>) => ({ ...names, [NONE]: leadStrings.none });
  const idleDays = idle && !IDLE_DAYS.includes(idle) ? [idle, ...IDLE_DAYS] : IDLE_DAYS;
  /** A filter with its label, its values' names, and the name of none of them. */
  const choice = <Name extends keyof LeadFilters>(
    name: Name,
    label: string,
    names: Record<string, string>,
    options = Object.keys(names),
    all: string = labels.all,
  ) => (
    <ChoiceFilter
      {...{ label, names, options, all }}
      value={filters[name]}
      onChoose={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      {/* The agenda has its own order. */}
      {!filters.agenda &&
        choice(
          'orden',
          labels.orden,
          { ...laterStrings.orders, ...labels.orders },
          [...LEAD_ORDERS],
          laterStrings.newest,
        )}
      {choice('owner', labels.owner, owners)}
      {choice('plan', leadStrings.plan.title, withNone(plans))}
      {choice('source', labels.source, leadStrings.sources)}
      {choice(
        'idle',
        labels.idle,
        Object.fromEntries(idleDays.map((days) => [days, labels.days(days)])),
        idleDays,
        laterStrings.anyTime,
      )}
      {choice('lost_reason', labels.lost_reason, withNone(leadStrings.lostReasons), [...LOST_REASONS, NONE])}
      <DayField
        label={labels.from}
        day={from}
        error={from && to && from > to ? laterStrings.daysSwapped : undefined}
        onChoose={(from) => onChange({ from })}
      />
      <DayField label={labels.to} day={to} onChoose={(to) => onChange({ to })} />
    </>
  );
}

/** Uncontrolled: while a year is being typed, the field holds unintended days. */
function DayField({
  label,
  day = '',
  error,
  onChoose,
}: {
  label: string;
  day: string | undefined;
  error?: string | undefined;
  onChoose: (day: string | undefined) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = field;
    if (current && current !== document.activeElement) current.value = day;
  }, [day]);
  return (
    <InputField
      type="date"
      label={label}
      ref={field}
      defaultValue={day}
      error={error}
      onChange={({ target: { value } }) => {
        if (value === '' || isDay(value)) onChoose(value || undefined);
      }}
    />
  );
}
