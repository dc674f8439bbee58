import { DELIVERY_KINDS, DELIVERY_STATES, MOST_COUNTED } from '~/shared/deliveries/delivery';
import type { DeliveryFilters as Filters } from '~/shared/deliveries/schema';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { Button } from '../ui/Button';
import { SelectField } from '../ui/forms/Field';

const { filters: labels, states, kinds } = deliveryStrings;

/** Which messages the log shows, and how many are still under way. */
export function DeliveryFilters({
  filters,
  pending,
  busy,
  onChange,
  onRefresh,
}: {
  filters: Filters;
  pending: number;
  busy: boolean;
  /** What was chosen, and not the other filter. */
  onChange: (change: Filters) => void;
  onRefresh: () => void;
}) {
  const waiting = pending < MOST_COUNTED ? String(pending) : deliveryStrings.atLeast(pending);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SelectField
        label={labels.state}
        value={filters.state ?? ''}
        onChange={({ target }) =>
          onChange({ state: DELIVERY_STATES.find((state) => state === target.value) })
        }
        className="sm:min-w-40"
      >
        <option value="">{labels.all}</option>
        {DELIVERY_STATES.map((state) => (
          <option key={state} value={state}>
            {states[state]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={labels.kind}
        value={filters.kind ?? ''}
        onChange={({ target }) => onChange({ kind: DELIVERY_KINDS.find((kind) => kind === target.value) })}
        className="sm:min-w-40"
      >
        <option value="">{labels.all}</option>
        {DELIVERY_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kinds[kind]}
          </option>
        ))}
      </SelectField>
      <p className="text-sm text-ink-soft self-center sm:ml-auto sm:self-end sm:pb-2.5">
        {deliveryStrings.waiting(waiting)}
      </p>
      <Button onClick={onRefresh} busyLabel={busy && deliveryStrings.loading} className="justify-self-end">
        {deliveryStrings.refresh}
      </Button>
    </div>
  );
}
