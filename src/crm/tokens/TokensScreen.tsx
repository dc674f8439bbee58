import { useState } from 'react';
import { addDays, dayIn, formatDay } from '~/shared/leads/days';
import { tokenStrings as strings } from '~/shared/strings/tokens';
import { createTokenSchema, TOKEN_NAME_LENGTH } from '~/shared/tokens/schema';
import { type ApiToken, TOKEN_DAYS, TOKEN_SCOPES } from '~/shared/tokens/token';
import { callApi, del, post } from '../api-client';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { FormDialog } from '../ui/Dialog';
import { CheckboxField, FieldError, InputField } from '../ui/forms/Field';
import { useDraftForm } from '../ui/forms/useForm';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { RestingLink } from '../ui/reading/RestingLink';
import { SecretDialog } from '../ui/reading/SecretDialog';
import { useRefetch } from '../ui/reading/useRefetch';
import { useConfirm } from '../ui/useConfirm';

const { form: labels, toasts } = strings;
const fetchTokens = async () => (await callApi<{ tokens: ApiToken[] }>('/api/tokens')).tokens;

type Props = {
  initial: ApiToken[] | null;
  now: number;
  hasWhatsapp: boolean;
};

/** API tokens, for administrators. `initial` is null if the server could not read them. */
export function TokensScreen({ initial, now, hasWhatsapp }: Props) {
  const reading = useRefetch(initial, fetchTokens, toasts.loadFailed);
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const { ask, dialog } = useConfirm();

  const revoke = ({ id }: ApiToken) =>
    reading.act(() => del(`/api/tokens/${id}`), {
      done: toasts.revoked,
      failed: toasts.revokeFailed,
    });

  if (!reading.value) return reading.failure;
  const tokens = reading.value;
  const add = (
    <Button look="primary" className="max-sm:w-full" onClick={() => setIsCreating(true)}>
      <Icon name="plus" />
      {strings.add}
    </Button>
  );
  return (
    <section aria-label={strings.title} className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-soft">{strings.intro}</p>
        {tokens.length > 0 && add}
      </div>
      {tokens.length === 0 ? (
        <EmptyList>
          {strings.empty}
          <span className="mt-1 mb-5 block text-sm">{strings.example}</span>
          {add}
        </EmptyList>
      ) : (
        <ul aria-label={strings.list} className="card-columns">
          {tokens.map((token) => (
            <TokenItem
              key={token.id}
              token={token}
              now={now}
              onRevoke={() => ask(strings.question(token.name, token.scopes.includes('webhooks')), () => revoke(token))}
            />
          ))}
        </ul>
      )}
      {isCreating && (
        <CreateTokenDialog
          hasWhatsapp={hasWhatsapp}
          onCreated={(name, secret) => {
            setIsCreating(false);
            setCreated({ name, secret });
            void reading.refetch();
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {created && (
        <SecretDialog
          labels={strings.reveal}
          text={strings.reveal.text(created.name)}
          secret={created.secret}
          onClose={() => setCreated(null)}
        />
      )}
      {dialog}
    </section>
  );
}

type TokenItemProps = { token: ApiToken; now: number; onRevoke: () => void };

function TokenItem({ token, now, onRevoke }: TokenItemProps) {
  const { name, scopes, hint, created_at, made_by, expires_on, expires_at, last_used_at, last_address } = token;
  const rests = token.rests_since !== null;
  const isOver = expires_at !== null && Date.parse(expires_at) <= now;
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-xl rounded-bl-none bg-white px-4 py-3 shadow-card">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {scopes.map((scope) => (
            <Badge key={scope} tone={scope === 'read' ? 'muted' : 'active'}>
              {strings.scopes[scope]}
            </Badge>
          ))}
          {isOver && <Badge tone="attention">{strings.expired}</Badge>}
          {rests && <Badge tone="attention">{strings.rests}</Badge>}
        </p>
        {rests && (
          <p className="text-sm">
            {strings.restsText} <RestingLink />
          </p>
        )}
        <p className="text-sm text-ink-soft">
          <span className="font-mono">…{hint}</span> ·{' '}
          {expires_on ? strings.until(formatDay(expires_on)) : strings.forEver}
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">
          {last_used_at ? (
            <>
              {strings.lastUsed} <LocalTime at={last_used_at} />
              {last_address && ` ${strings.from(last_address)}`}
            </>
          ) : (
            strings.neverUsed
          )}
        </p>
        <p className="text-sm text-ink-faint wrap-anywhere">
          {strings.madeBy(made_by)} · <LocalTime at={created_at} />
        </p>
      </div>
      <Button size="small" aria-label={strings.revokeNamed(name)} onClick={onRevoke}>
        {strings.revoke}
      </Button>
    </li>
  );
}

type CreateTokenDialogProps = {
  /** Whether there are conversations to read. */
  hasWhatsapp: boolean;
  onCreated: (name: string, secret: string) => void;
  onClose: () => void;
};

/** `onCreated` gets the secret, which cannot be read again. */
function CreateTokenDialog({ hasWhatsapp, onCreated, onClose }: CreateTokenDialogProps) {
  const [lastDay] = useState(findLastDay);
  const form = useDraftForm(
    'token:new',
    createTokenSchema,
    async (input) => {
      const { token, secret } = await post<{ token: ApiToken; secret: string }>('/api/tokens', input);
      onCreated(token.name, secret);
    },
    { extra: (data) => ({ scopes: data.getAll('scopes') }), fallback: strings.toasts.createFailed },
  );
  return (
    <FormDialog form={form} title={labels.title} submitLabel={labels.submit} busyLabel={labels.busy} onClose={onClose}>
      <InputField
        data-autofocus
        label={labels.name}
        hint={labels.nameHint}
        {...form.field('name')}
        maxLength={TOKEN_NAME_LENGTH}
        autoComplete="off"
      />
      <Scopes hasWhatsapp={hasWhatsapp} error={form.errors.scopes} />
      <InputField
        label={labels.expires}
        hint={labels.expiresHint}
        {...form.field('expires_on')}
        type="date"
        defaultValue={lastDay}
      />
    </FormDialog>
  );
}

/** The default expiry day, in a date field's format. */
function findLastDay(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return addDays(dayIn(timeZone, Date.now()), TOKEN_DAYS);
}

function Scopes({ error, hasWhatsapp }: { error: string | undefined; hasWhatsapp: boolean }) {
  return (
    <fieldset aria-describedby={error && 'token-scopes-error'} className="grid gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-soft">{labels.scopes}</legend>
      {TOKEN_SCOPES.filter((scope) => hasWhatsapp || scope !== 'messages').map((scope) => (
        <CheckboxField
          key={scope}
          name="scopes"
          value={scope}
          label={strings.scopes[scope]}
          hint={labels.scopeHints[scope]}
          defaultChecked={scope === 'read'}
        />
      ))}
      <FieldError id="token-scopes-error" text={error} />
    </fieldset>
  );
}
