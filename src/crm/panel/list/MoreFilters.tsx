import { useEffect, useRef } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { isDay } from '~/shared/leads/days';
import { LEAD_ORDERS, LOST_REASONS, NONE } from '~/shared/leads/enums';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { leadForms } from '~/shared/strings/panel/later';
import { ChoiceFilter } from '../../ui/forms/ChoiceFilter';
import { InputField } from '../../ui/forms/Field';

const { filters: labels } = leadStrings;
const IDLE_DAYS = ['3', '7', '14', '30', '60', '90', '180'];

/** Filters beyond the specification, and the order, in a panel of their own. */
export function MoreFilters({
  filters,
  staff,
  plans,
  onChange,
}: {
  filters: LeadFilters;
  staff: readonly Colleague[];
  /** Plan names by id. */
  plans: Record<string, string>;
  onChange: (change: LeadFilters) => void;
}) {
  const owners: Record<string, string> = {
    me: leadStrings.views.mios,
    [NONE]: leadStrings.owner.nobody,
    ...Object.fromEntries(staff.map(({ id, name }) => [id, name])),
  };
  const { from, to, idle } = filters;
  const names = { ...plans, [NONE]: leadStrings.none };
  const idleDays = idle && !IDLE_DAYS.includes(idle) ? [idle, ...IDLE_DAYS] : IDLE_DAYS;
  return (
    <>
      {/* The agenda has its own order. */}
      {!filters.agenda && (
        <ChoiceFilter
          label={labels.orden}
          all={leadForms.newest}
          options={LEAD_ORDERS}
          names={{ ...leadForms.orders, ...labels.orders }}
          value={filters.orden}
          onChoose={(orden) => onChange({ orden })}
        />
      )}
      <ChoiceFilter
        label={labels.owner}
        all={labels.all}
        options={Object.keys(owners)}
        names={owners}
        value={filters.owner}
        onChoose={(owner) => onChange({ owner })}
      />
      <ChoiceFilter
        label={leadStrings.plan.title}
        all={labels.all}
        options={Object.keys(names)}
        names={names}
        value={filters.plan}
        onChoose={(plan) => onChange({ plan })}
      />
      <ChoiceFilter
        label={labels.source}
        all={labels.all}
        options={Object.keys(leadStrings.sources)}
        names={leadStrings.sources}
        value={filters.source}
        onChoose={(source) => onChange({ source })}
      />
      <ChoiceFilter
        label={labels.idle}
        all={leadForms.anyTime}
        options={idleDays}
        names={Object.fromEntries(idleDays.map((days) => [days, labels.days(days)]))}
        value={idle}
        onChoose={(idle) => onChange({ idle })}
      />
      <DayField
        label={labels.from}
        day={from}
        error={from && to && from > to ? leadForms.daysSwapped : undefined}
        onChoose={(from) => onChange({ from })}
      />
      <DayField label={labels.to} day={to} onChoose={(to) => onChange({ to })} />
      <ChoiceFilter
        label={labels.lost_reason}
        all={labels.all}
        options={[...LOST_REASONS, NONE] as const}
        names={{ ...leadStrings.lostReasons, [NONE]: leadStrings.none }}
        value={filters.lost_reason}
        onChoose={(lost_reason) => onChange({ lost_reason })}
      />
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
