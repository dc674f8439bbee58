import { useState } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { whatsappStrings as strings } from '~/shared/strings/whatsapp';
import { type SilencedNumber, UNKNOWN_KEPT_DAYS, type WhatsappConnection } from '~/shared/whatsapp/connection';
import { showFailureOf } from '../api-client';
import { ActionButton } from '../ui/ActionButton';
import { Button } from '../ui/Button';
import { CheckboxField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { RestingLink } from '../ui/reading/RestingLink';
import { useRefetch } from '../ui/reading/useRefetch';
import { attempt } from '../ui/run-with-toast';
import { showToast } from '../ui/toasts/toasts';
import { useConfirm } from '../ui/useConfirm';
import { ConnectForm } from './ConnectForm';
import { WebhookSetup } from './WebhookSetup';
import { changeMoves, disconnect, fetchConnection, unsilence } from './whatsapp-api';

const { state: states, silenced, toasts } = strings;

type Read = { connection: WhatsappConnection | null };

/** The company's WhatsApp number, for administrators. `initial` is null if the server could not read it. */
export function WhatsappScreen({ initial }: { initial: Read | null }) {
  const reading = useRefetch(initial, fetchConnection, toasts.loadFailed);
  const { value, setValue, refetch } = reading;
  const [isChanging, setChanging] = useState(false);
  const { ask, dialog } = useConfirm();

  async function leave() {
    await reading.act(disconnect, { done: toasts.disconnected, failed: toasts.disconnectFailed });
    setChanging(false);
  }

  /** Optimistic: re-read if refused. */
  async function move(connection: WhatsappConnection, moves_new: boolean) {
    setValue({ connection: { ...connection, moves_new } });
    try {
      setValue(await changeMoves(moves_new));
      showToast({ tone: 'success', text: toasts.saved });
    } catch (error) {
      showFailureOf(toasts.saveFailed, error);
      await refetch();
    }
  }

  if (!value) return reading.failure;
  const { connection } = value;
  const form = (
    <ConnectForm
      key={connection?.connected_at}
      connection={connection}
      onConnected={(connected) => {
        setValue({ connection: connected });
        setChanging(false);
      }}
      {...(connection && { onClose: () => setChanging(false) })}
    />
  );
  if (!connection)
    return (
      <div className="grid gap-5">
        <p className="max-w-prose text-ink-soft">{strings.intro}</p>
        {form}
        <p className="text-sm text-ink-soft">{strings.guide}</p>
      </div>
    );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <section aria-label={strings.title} className="plate grid gap-5 p-5">
        <ConnectionState connection={connection} />
        <CheckboxField
          label={strings.moves.label}
          hint={strings.moves.hint}
          checked={connection.moves_new}
          onChange={({ target }) => void move(connection, target.checked)}
        />
        <div className="flex flex-wrap gap-3">
          {!isChanging && <Button onClick={() => setChanging(true)}>{strings.change}</Button>}
          <Button look="ghost" onClick={() => ask(strings.question, leave)} className="text-terracotta-dark!">
            {strings.disconnect}
          </Button>
        </div>
      </section>
      {isChanging && form}
      <WebhookSetup key={String(connection.heard_at === null)} connection={connection} />
      <SilencedNumbers numbers={connection.silenced} onUnsilenced={refetch} />
      {dialog}
    </div>
  );
}

/** Whether the number works, in one sentence, and what else is known of it. */
function ConnectionState({ connection }: { connection: WhatsappConnection }) {
  const { display_phone_number, verified_name, state, reason, heard_at, unknown, made_by, connected_at } = connection;
  return (
    <div className="grid gap-1.5">
      {state === 'connected' ? (
        <p className="flex gap-2 text-lg leading-tight font-semibold">
          <Icon name="check" className="size-6 text-leaf-dark" />
          {states.connected(verified_name, display_phone_number)}
        </p>
      ) : (
        <p className="flex gap-2 text-lg leading-tight font-semibold text-terracotta-dark">
          <Icon name="warning" className="size-6" />
          <span>
            {state === 'resting' ? states.resting(display_phone_number) : states.failing(display_phone_number)}{' '}
            <span className="font-normal">
              {state === 'resting' ? (
                <>
                  {states.restingText} <RestingLink />
                </>
              ) : (
                reason
              )}
            </span>
          </span>
        </p>
      )}
      <p className={heard_at ? 'text-ink-soft' : 'font-medium text-honey-dark'}>
        {heard_at ? (
          <>
            {states.heard} <LocalTime at={heard_at} />.
          </>
        ) : (
          states.never
        )}
      </p>
      {unknown > 0 && <p className="text-ink-soft">{states.unknown(unknown, UNKNOWN_KEPT_DAYS)}</p>}
      <p className="text-sm text-ink-faint">
        {states.madeBy(made_by)} · <LocalTime at={connected_at} />
      </p>
    </div>
  );
}

type SilencedNumbersProps = {
  numbers: readonly SilencedNumber[];
  onUnsilenced: () => Promise<void>;
};

/** Numbers whose messages are no enquiries. */
function SilencedNumbers({ numbers, onUnsilenced }: SilencedNumbersProps) {
  async function hear({ phone_key, number }: SilencedNumber) {
    await attempt(() => unsilence(phone_key), {
      done: toasts.unsilenced(number),
      failed: toasts.unsilenceFailed,
    });
    await onUnsilenced();
  }

  if (numbers.length === 0) return null;
  return (
    <section aria-labelledby="silenciados" className="plate p-5">
      <h2 id="silenciados" className="text-xl leading-tight">
        {silenced.title}
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">{silenced.text}</p>
      <ul className="grid gap-1">
        {numbers.map((one) => (
          <li key={one.phone_key} className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium tabular-nums">{one.number}</span>{' '}
              <span className="text-sm text-ink-soft">
                {silenced.by(one.silenced_by)} · <LocalTime at={one.silenced_at} parts="date" />
              </span>
            </p>
            <ActionButton
              size="small"
              look="ghost"
              aria-label={silenced.hearNumber(one.number)}
              onClick={() => hear(one)}
              busyLabel={crmStrings.working}
            >
              {silenced.hear}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
