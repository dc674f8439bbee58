import type { ReactNode } from 'react';
import type { Delivery, DeliverySummary } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { ActionButton } from '../ui/ActionButton';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { LocalTime } from '../ui/LocalTime';
import { copyText } from '../ui/reading/copy-text';
import { Fact } from '../ui/reading/Fact';
import { useFetch } from '../ui/reading/useFetch';
import { showToast } from '../ui/toasts/toasts';
import { KeptUntil } from './DeliveryRow';
import { fetchDelivery } from './delivery-api';
import { describeCourse, describeState, describeSubject, isResendable } from './describe';

const { detail } = deliveryStrings;

type Props = {
  summary: DeliverySummary;
  onResend: (id: number) => Promise<Delivery | undefined>;
  onDiscard: () => void;
  onClose: () => void;
};

/** One message in full: its content and the receiver's answer. */
export function DeliveryDialog({ summary, onResend, onDiscard, onClose }: Props) {
  const reading = useFetch(() => fetchDelivery(summary.id), String(summary.id), deliveryStrings.toasts.loadFailed);
  const { value: delivery, setValue: setDelivery } = reading;

  async function resend() {
    const tried = await onResend(summary.id);
    if (tried) setDelivery(tried);
  }

  const current = delivery ?? summary;
  const { name, tone } = describeState(current);
  return (
    <Dialog
      title={describeSubject(summary)}
      subtitle={
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-ink-soft">
          <Badge tone={tone}>{name}</Badge>
          {describeCourse(current)}
        </p>
      }
      width="wide"
      onClose={onClose}
      footer={
        <>
          {current.state === 'failed' && <Button onClick={onDiscard}>{deliveryStrings.discard}</Button>}
          {isResendable(current) && (
            <ActionButton look="primary" onClick={resend} busyLabel={deliveryStrings.resending}>
              {deliveryStrings.resend}
            </ActionButton>
          )}
        </>
      }
    >
      {delivery ? <Detail delivery={delivery} /> : reading.placeholder}
    </Dialog>
  );
}

function Detail({ delivery }: { delivery: Delivery }) {
  const { state, attempts, message_id, created_at, last_attempt_at, next_attempt_at } = delivery;
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label={detail.created}>
          <LocalTime at={created_at} />
        </Fact>
        <Fact label={detail.attempts}>{attempts}</Fact>
        {last_attempt_at && (
          <Fact label={detail.lastAttempt}>
            <LocalTime at={last_attempt_at} />
          </Fact>
        )}
        {state === 'pending' && (
          <Fact label={detail.nextAttempt}>
            {delivery.held === 1 ? (
              deliveryStrings.held
            ) : delivery.waits === 1 ? (
              deliveryStrings.inLine
            ) : (
              <LocalTime at={next_attempt_at} />
            )}
          </Fact>
        )}
        {state === 'failed' && (
          <Fact label={deliveryStrings.keptUntil}>
            <KeptUntil delivery={delivery} />
          </Fact>
        )}
        {delivery.last_error && <Fact label={detail.error}>{delivery.last_error}</Fact>}
        <Fact label={detail.id}>
          <code className="text-sm">{message_id}</code>
        </Fact>
      </dl>
      <Source title={detail.payload} text={prettify(delivery.payload)}>
        {delivery.kind === 'mail' && <p className="mb-2 text-sm text-ink-soft">{detail.mailPayload}</p>}
      </Source>
      {delivery.last_answer && <Source title={detail.answer} text={prettify(delivery.last_answer)} />}
    </div>
  );
}

function Source({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const { copied, copyFailed } = deliveryStrings.toasts;
  const copy = () => copyText(text, copied, () => showToast({ tone: 'error', text: copyFailed }));
  return (
    <section>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold text-ink-soft">{title}</h3>
        <Button size="small" look="ghost" aria-label={detail.copyThis(title)} onClick={copy}>
          {detail.copy}
        </Button>
      </div>
      {children}
      <pre className="rounded-lg bg-sand p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </section>
  );
}

/** Indents JSON; leaves other text as it is. */
function prettify(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
