import { useState } from 'react';
import { whatsappStrings as strings } from '~/shared/strings/whatsapp';
import type { WhatsappConnection } from '~/shared/whatsapp/connection';
import { showFailureOf } from '../api-client';
import { Button } from '../ui/Button';
import { CheckboxField } from '../ui/forms/Field';
import { useRereading } from '../ui/reading/useRereading';
import { showToast } from '../ui/toasts/toasts';
import { useQuestion } from '../ui/useQuestion';
import { ConnectForm } from './ConnectForm';
import { ConnectionState } from './ConnectionState';
import { SilencedNumbers } from './SilencedNumbers';
import { WebhookSetup } from './WebhookSetup';
import { changeMoves, disconnect, fetchConnection } from './whatsapp-api';

const { toasts } = strings;

type Read = { connection: WhatsappConnection | null };

/** The company's WhatsApp number, for administrators. `initial` is null if the server could not read it. */
export function WhatsappScreen({ initial }: { initial: Read | null }) {
  const reading = useRereading(initial, fetchConnection, toasts.loadFailed);
  const { value, setValue, readAgain } = reading;
  const [isChanging, setChanging] = useState(false);
  const { ask, dialog } = useQuestion();

  async function leave() {
    await reading.act(disconnect, { done: toasts.disconnected, failed: toasts.disconnectFailed });
    setChanging(false);
  }

  /** Shown at once; a refusal shows what holds. */
  async function move(connection: WhatsappConnection, moves_new: boolean) {
    setValue({ connection: { ...connection, moves_new } });
    try {
      setValue(await changeMoves(moves_new));
      showToast({ tone: 'success', text: toasts.saved });
    } catch (error) {
      showFailureOf(toasts.saveFailed, error);
      await readAgain();
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
      <SilencedNumbers numbers={connection.silenced} onHeard={readAgain} />
      {dialog}
    </div>
  );
}
