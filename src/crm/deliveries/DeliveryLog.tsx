import { useEffect, useState } from 'react';
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
  type DeliveryPage,
  type DeliverySummary,
  MAX_COUNTED,
} from '~/shared/deliveries/delivery';
import type { DeliveryFilters as Filters } from '~/shared/deliveries/schema';
import { questions } from '~/shared/strings/confirmations';
import { deliveryStrings } from '~/shared/strings/deliveries';
import type { Destination } from '~/shared/webhooks/webhook';
import { Button } from '../ui/Button';
import { ChoiceFilter } from '../ui/forms/ChoiceFilter';
import { SelectField } from '../ui/forms/Field';
import { EmptyList } from '../ui/reading/EmptyList';
import { Table } from '../ui/Table';
import { useConfirm } from '../ui/useConfirm';
import { DeliveryDialog } from './DeliveryDialog';
import { DELIVERY_GRID, DeliveryRow } from './DeliveryRow';
import { toParams } from './delivery-api';
import { describeSubject } from './describe';
import { useDeliveries } from './useDeliveries';

const { filters: labels, states, kinds } = deliveryStrings;
const COLUMNS = Object.entries(deliveryStrings.columns).map(([key, title]) => ({
  key,
  title,
  ...(key === 'actions' && { className: 'text-right' }),
}));

type Props = {
  /** Null if the server could not read it. */
  page: DeliveryPage | null;
  filters: Filters;
  /** The message the URL opens. */
  opened: DeliverySummary | null;
  /** The host that receives webhooks, if any. */
  host: string | null;
  destinations: Destination[];
  hasWhatsapp: boolean;
};

/** Messages to other systems, sent or not, newest first: to inspect and resend. */
export function DeliveryLog({ host, destinations, opened, hasWhatsapp, ...initial }: Props) {
  const log = useDeliveries(initial);
  const [shown, setShown] = useState<DeliverySummary | null>(null);
  const { ask, dialog } = useConfirm();
  const { pending, failed } = log.counts;
  const isFiltered = Boolean(log.filters.state || log.filters.kind || log.filters.destination);
  const count = failed < MAX_COUNTED ? String(failed) : deliveryStrings.atLeast(failed);

  // Not server-rendered: a dialog there has inline styles, which the content security policy refuses.
  useEffect(() => setShown(opened), [opened]);

  function show(delivery: DeliverySummary | null) {
    setShown(delivery);
    history.replaceState(history.state, '', addressOf(delivery, log.filters));
  }

  return (
    <section aria-label={deliveryStrings.title} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="max-w-2xl text-ink-soft">
          <p>{describeDestinations(host, destinations)}</p>
          <p className="mt-1 text-sm">{deliveryStrings.intro}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {pending > 0 && (
            <Button
              onClick={() => void log.retryAllPending()}
              busyLabel={log.work === 'retry' && deliveryStrings.retrying}
            >
              {deliveryStrings.retryPending}
            </Button>
          )}
          {failed > 0 && (
            <>
              <Button
                onClick={() => ask(questions.discardFailed, log.discardAllFailed)}
                busyLabel={log.work === 'discard' && deliveryStrings.discarding}
              >
                {deliveryStrings.discardFailed(count)}
              </Button>
              <Button
                onClick={() => ask(questions.resendFailed, log.resendAllFailed)}
                busyLabel={log.work === 'resend-failed' && deliveryStrings.resending}
              >
                {deliveryStrings.resendFailed(count)}
              </Button>
            </>
          )}
          {host && (
            <Button
              look="primary"
              onClick={() => void log.test()}
              busyLabel={log.work === 'test' && deliveryStrings.sendingTest}
            >
              {deliveryStrings.sendTest}
            </Button>
          )}
        </div>
      </div>
      <DeliveryFilters
        hasWhatsapp={hasWhatsapp}
        filters={log.filters}
        destinations={destinations}
        pending={pending}
        busy={log.loading === 'first'}
        onChange={log.filter}
        onRefresh={() => void log.read()}
      />
      {log.failure}
      {!log.failure && log.rows.length === 0 && (
        <EmptyList>{isFiltered ? deliveryStrings.emptyFiltered : deliveryStrings.empty}</EmptyList>
      )}
      {!log.failure && log.rows.length > 0 && (
        <div className="table-plate">
          <Table label={deliveryStrings.title} columns={COLUMNS} template={DELIVERY_GRID}>
            {log.rows.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                href={addressOf(delivery, log.filters)}
                onView={() => show(delivery)}
                onResend={() => log.resend(delivery.id)}
              />
            ))}
          </Table>
        </div>
      )}
      {log.moreButton(deliveryStrings.more)}
      {shown && (
        <DeliveryDialog
          summary={shown}
          onResend={log.resend}
          onDiscard={() => {
            show(null);
            ask(questions.discard(describeSubject(shown)), () => log.discard(shown.id));
          }}
          onClose={() => show(null)}
        />
      )}
      {dialog}
    </section>
  );
}

function describeDestinations(host: string | null, destinations: readonly Destination[]): string {
  const made = destinations.filter(({ id }) => id !== 'ajustes').length;
  if (made === 0) return host ? deliveryStrings.destination(host) : deliveryStrings.noDestination;
  return host ? deliveryStrings.destinationAnd(host, made) : deliveryStrings.destinations(made);
}

/** URL of the list, with a message open above it or not. */
function addressOf(delivery: DeliverySummary | null, filters: Filters): string {
  const params = toParams(filters);
  params.set('vista', 'integraciones');
  if (delivery) params.set('envio', String(delivery.id));
  return `?${params}`;
}

/** The log's filters, and how many messages are pending. */
function DeliveryFilters({
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
  const waiting = pending < MAX_COUNTED ? String(pending) : deliveryStrings.atLeast(pending);
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
