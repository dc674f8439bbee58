import { DELIVERY_KINDS, DELIVERY_STATES, MOST_COUNTED } from '~/shared/deliveries/delivery';
import type { DeliveryFilters as Filters } from '~/shared/deliveries/schema';
import { deliveryStrings } from '~/shared/strings/deliveries';
import type { Destination } from '~/shared/webhooks/webhook';
import { Button } from '../ui/Button';
import { ChoiceFilter } from '../ui/forms/ChoiceFilter';
import { SelectField } from '../ui/forms/Field';

const { filters: labels, states, kinds } = deliveryStrings;

/** The log's filters, and how many messages are pending. */
export function DeliveryFilters({
  filters,
  destinations,
  pending,
  busy,
  hasWhatsapp,
  onChange,
  onRefresh,
}: {
  filters: Filters;
  destinations: Destination[];
  pending: number;
  busy: boolean;
  /** Whether a number is connected. */
  hasWhatsapp: boolean;
  /** Gets only the changed filter. */
  onChange: (change: Filters) => void;
  onRefresh: () => void;
}) {
  const waiting = pending < MOST_COUNTED ? String(pending) : deliveryStrings.atLeast(pending);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <ChoiceFilter
        label={labels.state}
        all={labels.all}
        options={DELIVERY_STATES}
        names={states}
        value={filters.state}
        onChoose={(state) => onChange({ state })}
        className="sm:min-w-40"
      />
      <ChoiceFilter
        label={labels.kind}
        all={labels.all}
        options={DELIVERY_KINDS.filter((kind) => hasWhatsapp || kind !== 'whatsapp')}
        names={kinds}
        value={filters.kind}
        onChoose={(kind) => onChange({ kind })}
        className="sm:min-w-40"
      />
      {destinations.length > 0 && (
        <SelectField
          label={labels.destination}
          value={filters.destination ?? ''}
          onChange={({ target }) =>
            onChange({ destination: destinations.find(({ id }) => String(id) === target.value)?.id })
          }
          className="max-w-64 sm:min-w-40"
        >
          <option value="">{labels.all}</option>
          {destinations.map(({ id, host }) => (
            <option key={id} value={id}>
              {host ?? labels.settings}
            </option>
          ))}
        </SelectField>
      )}
      <p className="text-sm text-ink-soft self-center sm:ml-auto sm:self-end sm:pb-2.5">
        {deliveryStrings.waiting(waiting)}
      </p>
      <Button onClick={onRefresh} busyLabel={busy && deliveryStrings.loading} className="justify-self-end">
        {deliveryStrings.refresh}
      </Button>
    </div>
  );
}
