import { useState } from 'react';
import { type DeliveryPage, type DeliverySummary, MOST_COUNTED } from '~/shared/deliveries/delivery';
import type { DeliveryFilters as Filters } from '~/shared/deliveries/schema';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/Dialog';
import { EmptyList } from '../ui/reading/EmptyList';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { LoadMore } from '../ui/reading/LoadMore';
import { Table } from '../ui/Table';
import { DeliveryDialog } from './DeliveryDialog';
import { DeliveryFilters } from './DeliveryFilters';
import { DeliveryRow } from './DeliveryRow';
import { fullName } from './describe';
import { useDeliveries } from './useDeliveries';

const COLUMNS = Object.entries(deliveryStrings.columns).map(([key, title]) => ({
  key,
  title,
  ...(key === 'actions' && { className: 'lg:text-right' }),
}));

/** Messages to other systems, sent or not, newest first: to inspect them and send them again. */
export function DeliveryLog({
  host,
  ...initial
}: {
  page: DeliveryPage;
  filters: Filters;
  /** The host that receives webhooks; null if none is set up. */
  host: string | null;
}) {
  const log = useDeliveries(initial);
  const [shown, setShown] = useState<DeliverySummary | null>(null);
  const [question, setQuestion] = useState<'resend' | 'discard' | DeliverySummary | null>(null);
  const { pending, failed } = log.counts;
  const isFiltered = Boolean(log.filters.state || log.filters.kind);
  const count = failed < MOST_COUNTED ? String(failed) : deliveryStrings.atLeast(failed);

  return (
    <section aria-label={deliveryStrings.title} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="max-w-2xl text-ink-soft">
          <p>{host ? deliveryStrings.destination(host) : deliveryStrings.noDestination}</p>
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
                onClick={() => setQuestion('discard')}
                busyLabel={log.work === 'discard' && deliveryStrings.discarding}
              >
                {deliveryStrings.discardFailed(count)}
              </Button>
              <Button
                onClick={() => setQuestion('resend')}
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
        filters={log.filters}
        pending={pending}
        busy={log.loading === 'first'}
        onChange={log.filter}
        onRefresh={() => void log.read()}
      />
      {log.isUnread ? (
        <LoadFailed
          text={deliveryStrings.toasts.loadFailed}
          busy={log.loading === 'first'}
          onRetry={() => void log.read()}
        />
      ) : log.rows.length === 0 ? (
        <EmptyList>{isFiltered ? deliveryStrings.emptyFiltered : deliveryStrings.empty}</EmptyList>
      ) : (
        <div className="lg:rounded-xl lg:bg-white lg:shadow-card">
          <Table label={deliveryStrings.title} columns={COLUMNS}>
            {log.rows.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                onView={() => setShown(delivery)}
                onResend={() => log.resend(delivery.id)}
              />
            ))}
          </Table>
        </div>
      )}
      {log.page?.next_cursor != null && !log.isUnread && (
        <LoadMore text={deliveryStrings.more} busy={log.loading === 'more'} onPress={log.more} />
      )}
      {shown && (
        <DeliveryDialog
          summary={shown}
          onResend={log.resend}
          onDiscard={() => {
            setShown(null);
            setQuestion(shown);
          }}
          onClose={() => setShown(null)}
        />
      )}
      {question && (
        <ConfirmDialog
          {...describeQuestion(question)}
          onConfirm={() => {
            setQuestion(null);
            if (question === 'resend') void log.resendAllFailed();
            else if (question === 'discard') void log.discardAllFailed();
            else void log.discard(question.id);
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  );
}

function describeQuestion(question: 'resend' | 'discard' | DeliverySummary) {
  const { confirmResend, confirmDiscard, discard } = deliveryStrings;
  if (question === 'resend')
    return { title: confirmResend.title, text: confirmResend.text, confirmLabel: confirmResend.confirm };
  const title = question === 'discard' ? confirmDiscard.all : confirmDiscard.one(fullName(question));
  return { title, text: confirmDiscard.text, confirmLabel: discard };
}
