import type { Resting, RestingKind } from '~/shared/resting/resting';
import { crmStrings } from '~/shared/strings/crm';
import { restingStrings as strings } from '~/shared/strings/resting';
import { callApi, del, post } from '../api-client';
import { ActionButton } from '../ui/ActionButton';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { useRefetch } from '../ui/reading/useRefetch';
import { useConfirm } from '../ui/useConfirm';

const { toasts } = strings;
const fetchResting = async () => (await callApi<{ resting: Resting[] }>('/api/resting')).resting;

/** Where each kind is confirmed, by `confirm`, and removed. */
const PATHS: Record<RestingKind, (id: string) => string> = {
  token: (id) => `/api/tokens/${id}`,
  webhook: (id) => `/api/webhooks/${id}`,
  whatsapp: () => '/api/whatsapp',
  calendar: (id) => `/api/calendars/${id}`,
  device: (id) => `/api/devices/${id}`,
  invitation: (id) => `/api/team/invitations/${id}`,
};

/** Everything that rests, to be confirmed or removed one by one. `initial` is null if the server could not read it. */
export function RestingScreen({ initial }: { initial: Resting[] | null }) {
  const { value, failure, act } = useRefetch(initial, fetchResting, toasts.loadFailed);
  const { ask, dialog } = useConfirm();

  const confirm = ({ kind, id }: Resting) =>
    act(() => post(`${PATHS[kind](id)}/${kind === 'invitation' ? 'resend' : 'confirm'}`), {
      done: toasts.confirmed,
      failed: toasts.confirmFailed,
    });
  const remove = ({ kind, id }: Resting) =>
    act(() => del(PATHS[kind](id)), { done: toasts.removed, failed: toasts.removeFailed });

  if (!value) return failure;
  return (
    <section aria-label={strings.title} className="grid gap-6">
      <p className="max-w-prose text-ink-soft">{strings.intro}</p>
      {value.length === 0 ? (
        <EmptyList>{strings.empty}</EmptyList>
      ) : (
        <ul aria-label={strings.list} className="plate divide-y divide-sand-line/70">
          {value.map((resting) => (
            <RestingItem
              key={`${resting.kind} ${resting.id}`}
              resting={resting}
              onConfirm={() => confirm(resting)}
              onRemove={(what) => ask(strings.question(what), () => remove(resting))}
            />
          ))}
        </ul>
      )}
      {dialog}
    </section>
  );
}

type ItemProps = { resting: Resting; onConfirm: () => Promise<unknown>; onRemove: (what: string) => void };

function RestingItem({ resting: { kind, name, person, rests_since }, onConfirm, onRemove }: ItemProps) {
  const what = [strings.kinds[kind], name, person].filter(Boolean).join(' · ');
  const confirm = kind === 'invitation' ? strings.sendAgain : strings.confirm;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{name ?? person}</p>
        <p className="text-sm text-ink-soft wrap-anywhere">
          {strings.kinds[kind]}
          {name && person && ` · ${person}`}
        </p>
        <p className="text-sm text-ink-faint">
          {strings.since} <LocalTime at={rests_since} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          size="small"
          idleName={strings.of(confirm, what)}
          onClick={onConfirm}
          busyLabel={crmStrings.working}
        >
          {confirm}
        </ActionButton>
        <Button size="small" aria-label={strings.of(strings.remove, what)} onClick={() => onRemove(what)}>
          {strings.remove}
        </Button>
      </div>
    </li>
  );
}
