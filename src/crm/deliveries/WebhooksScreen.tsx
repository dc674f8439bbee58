import { useState } from 'react';
import type { Delivery, LineState } from '~/shared/deliveries/delivery';
import { questions } from '~/shared/strings/confirmations';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings as strings } from '~/shared/strings/webhooks';
import type { Webhook } from '~/shared/webhooks/webhook';
import { ActionButton } from '../ui/ActionButton';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { EmptyList } from '../ui/reading/EmptyList';
import { SecretDialog } from '../ui/reading/SecretDialog';
import { useRefetch } from '../ui/reading/useRefetch';
import { showToast } from '../ui/toasts/toasts';
import { useConfirm } from '../ui/useConfirm';
import {
  changeWebhook,
  type Destinations,
  discardLine,
  fetchDestinations,
  removeWebhook,
  retryLine,
  rotateSecret,
  testWebhook,
} from './delivery-api';
import { LineStatus } from './LineStatus';
import { Card, WebhookCard } from './WebhookCard';
import { WebhookDialog } from './WebhookDialog';

const { toasts, reveal } = strings;
const { line: labels, toasts: lineToasts, kinds } = deliveryStrings;

type Props = {
  /** Null if the server could not read them. */
  initial: Destinations | null;
  hasWhatsapp: boolean;
  /** The server's time. */
  now: number;
};

/** What is sent to other systems, and how that goes, for administrators. */
export function WebhooksScreen({ initial, hasWhatsapp, now }: Props) {
  const reading = useRefetch(initial, fetchDestinations, toasts.loadFailed);
  /** In the form; `new` for one to be made. */
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<{ text: string; secret: string } | null>(null);
  const { ask, dialog } = useConfirm();

  const retry = (line: LineState) =>
    reading.act(async () => showToast({ tone: 'success', text: lineToasts.retried(await retryLine(line)) }), {
      failed: lineToasts.retryFailed,
    });

  const discard = (line: LineState) =>
    reading.act(async () => showToast({ tone: 'success', text: lineToasts.discarded(await discardLine(line)) }), {
      failed: lineToasts.discardFailed,
    });

  function saved(webhook: Webhook, made: string | null) {
    setEdited(null);
    if (made) setSecret({ text: reveal.text(hostOf(webhook.url)), secret: made });
    else showToast({ tone: 'success', text: toasts.saved });
    void reading.refetch();
  }

  /** What a paused destination did not get leaves once it is resumed. */
  function actionsOf(line: LineState, name: string, active = true) {
    if (line.undelivered === 0) return null;
    return (
      <>
        {active && <Action what={labels.retry} of={name} onClick={() => retry(line)} busyLabel={labels.retrying} />}
        <Action
          what={labels.discard}
          of={name}
          onClick={() => ask(questions.discardUndelivered(name), () => discard(line))}
        />
      </>
    );
  }

  /** The settings' destination is changed there. */
  function editingOf(webhook: Webhook, of: string) {
    const { id, active, from_settings } = webhook;
    const { act } = reading;
    const save = (change: () => Promise<unknown>, done: string) => act(change, { done, failed: toasts.saveFailed });
    const test = () =>
      act(async () => showToast(describeTest(await testWebhook(id))), { failed: lineToasts.testRefused });
    // Shown once the question has gone: of two dialogs, a key would reach the wrong one.
    const rotate = () => {
      let made = '';
      const run = async () => {
        made = await rotateSecret(id);
      };
      ask(
        strings.questions.rotate(of),
        () => act(run, { failed: toasts.rotateFailed }),
        () => setSecret({ text: reveal.rotatedText(of), secret: made }),
      );
    };
    const remove = () => act(() => removeWebhook(id), { done: toasts.removed, failed: toasts.removeFailed });
    return (
      <>
        {webhook.rests_since === null && (
          <>
            <Action what={strings.test} of={of} onClick={test} busyLabel={strings.testing} />
            <Action
              what={active ? strings.pause : strings.resume}
              of={of}
              onClick={() =>
                save(() => changeWebhook(id, { active: !active }), active ? toasts.paused : toasts.resumed)
              }
              busyLabel={strings.form.saving}
            />
          </>
        )}
        {!from_settings && (
          <>
            <Action what={strings.edit} of={of} onClick={() => setEdited(webhook)} />
            <Action what={strings.rotate} of={of} onClick={rotate} />
            <Action what={strings.remove} of={of} onClick={() => ask(strings.questions.remove(of), remove)} />
          </>
        )}
      </>
    );
  }

  if (!reading.value) return reading.failure;
  const { webhooks, lines } = reading.value;
  const others = lines.filter(({ webhook_id }) => webhook_id === null);
  const add = (
    <Button look="primary" className="max-sm:w-full" onClick={() => setEdited('new')}>
      <Icon name="plus" />
      {strings.add}
    </Button>
  );
  return (
    <section aria-label={strings.title} className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-soft">{strings.intro}</p>
        {webhooks.length > 0 && add}
      </div>
      {webhooks.length === 0 ? (
        <EmptyList>
          {strings.empty}
          <span className="mt-1 mb-5 block text-sm wrap-anywhere">{strings.example}</span>
          {add}
        </EmptyList>
      ) : (
        <ul aria-label={strings.list} className="card-columns">
          {webhooks.map((webhook) => {
            const line = lines.find(({ webhook_id }) => webhook_id === webhook.id);
            const name = hostOf(webhook.url);
            return (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                status={line && <LineStatus line={line} now={now} />}
                actions={
                  <>
                    {line && actionsOf(line, name, webhook.active)}
                    {editingOf(webhook, name)}
                  </>
                }
              />
            );
          })}
        </ul>
      )}
      {others.length > 0 && (
        <section aria-label={strings.others} className="grid gap-3">
          <h2 className="text-lg font-semibold">{strings.others}</h2>
          <ul className="card-columns">
            {others.map((line) => (
              <Card
                key={line.kind}
                title={<span className="font-semibold">{kinds[line.kind]}</span>}
                actions={actionsOf(line, kinds[line.kind])}
              >
                <LineStatus line={line} now={now} />
              </Card>
            ))}
          </ul>
        </section>
      )}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          hasWhatsapp={hasWhatsapp}
          onSaved={saved}
          onClose={() => setEdited(null)}
        />
      )}
      {dialog}
      {secret && <SecretDialog labels={reveal} {...secret} onClose={() => setSecret(null)} />}
    </section>
  );
}

type ActionProps = {
  what: string;
  /** Names the button for screen readers. */
  of: string;
  onClick: () => unknown;
  busyLabel?: string;
};

function Action({ what, of, onClick, busyLabel }: ActionProps) {
  return (
    <ActionButton size="small" idleName={strings.of(what, of)} {...{ onClick, busyLabel }}>
      {what}
    </ActionButton>
  );
}

/** The toast for a test message, once it was tried. */
function describeTest({ state, attempts, last_error }: Delivery) {
  if (state === 'sent') return { tone: 'success', text: lineToasts.testSent } as const;
  if (attempts > 0) return { tone: 'error', text: lineToasts.testFailed(last_error ?? '') } as const;
  return { tone: 'warning', text: lineToasts.testPending } as const;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
