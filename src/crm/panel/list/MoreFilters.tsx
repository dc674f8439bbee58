import { useEffect, useRef } from 'react';
import { isDay } from '~/shared/leads/days';
import { LEAD_ORDERS, NONE } from '~/shared/leads/enums';
import { FILTER_NAMES, type FilterName, filterOf, type LeadFilters } from '~/shared/leads/filters';
import { filterTexts } from '~/shared/strings/lead/filters';
import { leadStrings } from '~/shared/strings/leads';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { InputField, SelectField } from '../../ui/forms/Field';
import type { PanelPage } from '../panel-page';

const { filters: labels, none } = leadStrings;
const IDLE_DAYS = ['3', '7', '14', '30', '60', '90', '180'];
const placeOf = (name: FilterName) => filterOf(name).more ?? 0;
const OFFERED = FILTER_NAMES.filter(placeOf).sort((one, other) => placeOf(one) - placeOf(other));

/** Filters that searches seldom need, and the order, behind 'Más filtros'. */
export function MoreFilters({
  filters,
  page,
  onChange,
}: {
  filters: LeadFilters;
  page: PanelPage;
  onChange: (change: LeadFilters) => void;
}) {
  const { agenda, from, to } = filters;
  // The agenda has its own order.
  return OFFERED.filter((name) => name !== 'orden' || !agenda).map((name) => {
    const { label = '' } = filterTexts[name];
    const set = (value: string | undefined) => onChange({ [name]: value });
    if (filterOf(name).kind !== 'day')
      return (
        <SelectField
          key={name}
          label={label}
          value={filters[name] ?? ''}
          onChange={({ target }) => set(target.value || undefined)}
        >
          <ChoiceOptions {...choiceOf(name, filters, page)} />
        </SelectField>
      );
    const error = name === 'from' && from && to && from > to ? labels.daysSwapped : undefined;
    return <DayField key={name} label={label} day={filters[name]} error={error} onChoose={set} />;
  });
}

/** A filter's values and their names, and the name of none of them. */
function choiceOf(name: FilterName, filters: LeadFilters, { staff, plans }: PanelPage) {
  const filter = filterOf(name);
  const { values = {} } = filterTexts[name];
  const choice = (names: Record<string, string>, options = Object.keys(names), all: string = labels.all) => ({
    names,
    options,
    all,
  });
  switch (filter.kind) {
    case 'person':
      return choice({ ...values, ...Object.fromEntries(staff.map(({ id, name }) => [id, name])) });
    case 'plan':
      return choice({ ...plans, [NONE]: none });
    case 'days': {
      const { idle } = filters;
      const options = idle && !IDLE_DAYS.includes(idle) ? [idle, ...IDLE_DAYS] : IDLE_DAYS;
      return choice(Object.fromEntries(options.map((days) => [days, labels.days(days)])), options, labels.anyTime);
    }
    case 'order':
      return choice({ ...labels.orders, ...values }, [...LEAD_ORDERS], labels.newest);
    case 'choice':
      return choice({ [NONE]: none, ...values }, [...filter.values]);
    default:
      return choice(values);
  }
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
