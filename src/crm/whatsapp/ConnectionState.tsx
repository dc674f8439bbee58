import { whatsappStrings } from '~/shared/strings/whatsapp';
import { UNKNOWN_KEPT_DAYS, type WhatsappConnection } from '~/shared/whatsapp/connection';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';

const { state: strings } = whatsappStrings;

/** Whether the number works, in one sentence, and what else is known of it. */
export function ConnectionState({ connection }: { connection: WhatsappConnection }) {
  const { display_phone_number, verified_name, state, reason, heard_at, unknown, made_by, connected_at } =
    connection;
  return (
    <div className="grid gap-1.5">
      {state === 'connected' ? (
        <p className="flex gap-2 text-lg leading-tight font-semibold">
          <Icon name="check" className="size-6 text-leaf-dark" />
          {strings.connected(verified_name, display_phone_number)}
        </p>
      ) : (
        <p className="flex gap-2 text-lg leading-tight font-semibold text-terracotta-dark">
          <Icon name="warning" className="size-6" />
          <span>
            {strings.failing(display_phone_number)} <span className="font-normal">{reason}</span>
          </span>
        </p>
      )}
      <p className={heard_at ? 'text-ink-soft' : 'font-medium text-honey-dark'}>
        {heard_at ? (
          <>
            {strings.heard} <LocalTime at={heard_at} />.
          </>
        ) : (
          strings.never
        )}
      </p>
      {unknown > 0 && <p className="text-ink-soft">{strings.unknown(unknown, UNKNOWN_KEPT_DAYS)}</p>}
      <p className="text-sm text-ink-faint">
        {strings.madeBy(made_by)} · <LocalTime at={connected_at} />
      </p>
    </div>
  );
}
