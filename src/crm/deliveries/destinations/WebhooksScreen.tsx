import { useState } from 'react';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings as strings } from '~/shared/strings/webhooks';
import type { SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { ActionButton } from '../../ui/ActionButton';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { EmptyList } from '../../ui/reading/EmptyList';
import { SecretDialog } from '../../ui/reading/SecretDialog';
import { useRefetch } from '../../ui/reading/useRefetch';
import { showToast } from '../../ui/toasts/toasts';
import { useConfirm } from '../../ui/useConfirm';
import { waitForAttempt } from '../delivery-api';
import { describeTest } from '../describe';
import { ResendDialog } from './ResendDialog';
import { WebhookCard } from './WebhookCard';
import { WebhookDialog } from './WebhookDialog';
import { changeWebhook, confirmWebhook, fetchWebhooks, removeWebhook, rotateSecret, testWebhook } from './webhook-api';

const { toasts, reveal, questions } = strings;

type Open = { what: 'form'; webhook: Webhook | null } | { what: 'resend'; webhook: Webhook | SettingsWebhook };
type Secret = { text: string; secret: string };

type Props = {
  initial: (Webhook | SettingsWebhook)[] | null;
  hasWhatsapp: boolean;
};

/** The systems notified of leads, for administrators. `initial` is null if the server could not read them. */
export function WebhooksScreen({ initial, hasWhatsapp }: Props) {
  const reading = useRefetch(initial, fetchWebhooks, toasts.loadFailed);
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const { ask, dialog } = useConfirm();

  const setActive = ({ id }: Webhook, active: boolean) =>
    reading.act(() => changeWebhook(id, { active }), {
      done: active ? toasts.resumed : toasts.paused,
      failed: toasts.saveFailed,
    });

  const confirm = ({ id }: Webhook) =>
    reading.act(() => confirmWebhook(id), { done: toasts.confirmed, failed: toasts.saveFailed });

  const test = ({ id }: Webhook) =>
    reading.act(async () => showToast(describeTest(await waitForAttempt(await testWebhook(id)))), {
      failed: deliveryStrings.toasts.testRefused,
    });

  const rotate = ({ id, url }: Webhook) => {
    const run = async () => setSecret({ text: reveal.rotatedText(hostOf(url)), secret: await rotateSecret(id) });
    return reading.act(run, { failed: toasts.rotateFailed });
  };

  const remove = ({ id }: Webhook) =>
    reading.act(() => removeWebhook(id), { done: toasts.removed, failed: toasts.removeFailed });

  function saved(webhook: Webhook, made: string | null) {
    setOpen(null);
    if (made) setSecret({ text: reveal.text(hostOf(webhook.url)), secret: made });
    else showToast({ tone: 'success', text: toasts.saved });
    void reading.refetch();
  }

  if (!reading.value) return reading.failure;
  const webhooks = reading.value;
  return (
    <section aria-label={strings.title} className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-soft">{strings.intro}</p>
        <Button look="primary" className="max-sm:w-full" onClick={() => setOpen({ what: 'form', webhook: null })}>
          <Icon name="plus" />
          {strings.add}
        </Button>
      </div>
      {webhooks.length === 0 ? (
        <EmptyList>{strings.empty}</EmptyList>
      ) : (
        <ul aria-label={strings.list} className="card-columns">
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id ?? 'ajustes'} webhook={webhook}>
              <LogLink webhook={webhook} />
              {webhook.from_settings ? (
                <Action what={strings.resend} url={webhook.url} onClick={() => setOpen({ what: 'resend', webhook })} />
              ) : (
                <Actions
                  webhook={webhook}
                  onConfirm={() => confirm(webhook)}
                  onTest={() => test(webhook)}
                  onActive={(active) => setActive(webhook, active)}
                  onEdit={() => setOpen({ what: 'form', webhook })}
                  onResend={() => setOpen({ what: 'resend', webhook })}
                  onRotate={() => ask(questions.rotate(hostOf(webhook.url)), () => rotate(webhook))}
                  onRemove={() => ask(questions.remove(hostOf(webhook.url)), () => remove(webhook))}
                />
              )}
            </WebhookCard>
          ))}
        </ul>
      )}
      {open?.what === 'form' && (
        <WebhookDialog webhook={open.webhook} hasWhatsapp={hasWhatsapp} onSaved={saved} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'resend' && (
        <ResendDialog
          webhook={open.webhook}
          onDone={() => {
            setOpen(null);
            void reading.refetch();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {dialog}
      {secret && <SecretDialog labels={reveal} {...secret} onClose={() => setSecret(null)} />}
    </section>
  );
}

function LogLink({ webhook }: { webhook: Webhook | SettingsWebhook }) {
  return (
    <a
      href={`/users?vista=integraciones&destination=${webhook.id ?? 'ajustes'}`}
      className={buttonClass({ size: 'small' })}
      aria-label={strings.logOf(hostOf(webhook.url))}
    >
      {strings.log}
    </a>
  );
}

type ActionsProps = {
  webhook: Webhook;
  onConfirm: () => Promise<unknown>;
  onTest: () => Promise<unknown>;
  onActive: (active: boolean) => Promise<unknown>;
  onEdit: () => void;
  onResend: () => void;
  onRotate: () => void;
  onRemove: () => void;
};

function Actions({ webhook, onConfirm, onTest, onActive, onEdit, onResend, onRotate, onRemove }: ActionsProps) {
  const { active, url } = webhook;
  const rests = webhook.rests_since !== null;
  return (
    <>
      {rests ? (
        <Action what={strings.confirm} url={url} onClick={onConfirm} busyLabel={strings.form.saving} />
      ) : (
        <>
          <Action what={strings.test} url={url} onClick={onTest} busyLabel={strings.testing} />
          <Action
            what={active ? strings.pause : strings.resume}
            url={url}
            onClick={() => onActive(!active)}
            busyLabel={strings.form.saving}
          />
        </>
      )}
      {active && <Action what={strings.resend} url={url} onClick={onResend} />}
      <Action what={strings.edit} url={url} onClick={onEdit} />
      <Action what={strings.rotate} url={url} onClick={onRotate} />
      <Action what={strings.remove} url={url} onClick={onRemove} />
    </>
  );
}

type ActionProps = {
  what: string;
  /** The destination's, which names the button for screen readers. */
  url: string;
  onClick: () => unknown;
  busyLabel?: string;
};

function Action({ what, url, onClick, busyLabel }: ActionProps) {
  return (
    <ActionButton size="small" idleName={strings.of(what, hostOf(url))} {...{ onClick, busyLabel }}>
      {what}
    </ActionButton>
  );
}

function hostOf(url: string): string {
  return new URL(url).host;
}
