import { useRef } from 'react';
import { whatsappStrings } from '~/shared/strings/whatsapp';
import type { WhatsappConnection } from '~/shared/whatsapp/connection';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { copyText } from '../ui/reading/copy-text';

const { webhook: strings } = whatsappStrings;

/** The webhook fields the CRM can read. */
const FIELDS = ['messages', 'smb_message_echoes', 'history'];

/** What Meta needs for its webhook. Folded once a message has arrived. */
export function WebhookSetup({ connection }: { connection: WhatsappConnection }) {
  return (
    <details open={connection.heard_at === null} className="plate p-5">
      <summary className="cursor-pointer font-display text-xl leading-tight font-bold">{strings.title}</summary>
      <p className="mt-3 max-w-prose text-ink-soft">{strings.text}</p>
      <ul className="mt-2 mb-4 flex flex-wrap gap-2">
        {FIELDS.map((field) => (
          <li key={field} className="badge badge-muted font-mono">
            {field}
          </li>
        ))}
      </ul>
      <div className="grid gap-4">
        <Copied label={strings.address} text={connection.webhook_url} />
        <Copied label={strings.token} text={connection.verify_token} />
      </div>
    </details>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-60">
        <InputField
          ref={field}
          label={label}
          readOnly
          value={text}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-sm"
        />
      </div>
      <Button
        aria-label={strings.copyOf(label)}
        onClick={() => void copyText(text, strings.copied(label), () => field.current?.select())}
      >
        {strings.copy}
      </Button>
    </div>
  );
}
