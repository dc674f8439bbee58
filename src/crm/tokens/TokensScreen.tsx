import { useState } from 'react';
import { describeDate, noOffset } from '~/shared/format';
import { tokenStrings as strings } from '~/shared/strings/tokens';
import type { ApiToken } from '~/shared/tokens/token';
import { callApi } from '../api-client';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { SecretDialog } from '../ui/reading/SecretDialog';
import { useRefetch } from '../ui/reading/useRefetch';
import { useQuestion } from '../ui/useQuestion';
import { CreateTokenDialog } from './CreateTokenDialog';

const { toasts } = strings;

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
  const { ask, dialog } = useQuestion();

  const revoke = ({ id }: ApiToken) =>
    reading.act(() => callApi(`/api/tokens/${id}`, { method: 'DELETE' }), {
      done: toasts.revoked,
      failed: toasts.revokeFailed,
    });

  if (!reading.value) return reading.failure;
  const tokens = reading.value;
  return (
    <section aria-label={strings.title} className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-ink-soft">{strings.intro}</p>
        <Button look="primary" className="max-sm:w-full" onClick={() => setIsCreating(true)}>
          <Icon name="plus" />
          {strings.add}
        </Button>
      </div>
      {tokens.length === 0 ? (
        <EmptyList>{strings.empty}</EmptyList>
      ) : (
        <ul aria-label={strings.list} className="card-columns">
          {tokens.map((token) => (
            <Item
              key={token.id}
              token={token}
              now={now}
              onRevoke={() =>
                ask(strings.question(token.name, token.scopes.includes('webhooks')), () => revoke(token))
              }
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
          labels={strings.told}
          text={strings.told.text(created.name)}
          secret={created.secret}
          onClose={() => setCreated(null)}
        />
      )}
      {dialog}
    </section>
  );
}

async function fetchTokens(): Promise<ApiToken[]> {
  return (await callApi<{ tokens: ApiToken[] }>('/api/tokens')).tokens;
}

function Item({ token, now, onRevoke }: { token: ApiToken; now: number; onRevoke: () => void }) {
  const { name, scopes, hint, created_at, made_by, expires_on, expires_at, last_used_at, last_address } =
    token;
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
        </p>
        <p className="text-sm text-ink-soft">
          <span className="font-mono">…{hint}</span> ·{' '}
          {expires_on ? strings.until(describeDate(Date.parse(expires_on), noOffset)) : strings.forEver}
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
