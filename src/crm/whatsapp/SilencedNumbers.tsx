import { crmStrings } from '~/shared/strings/crm';
import { whatsappStrings } from '~/shared/strings/whatsapp';
import type { SilencedNumber } from '~/shared/whatsapp/connection';
import { ActionButton } from '../ui/ActionButton';
import { attempt } from '../ui/attempt';
import { LocalTime } from '../ui/LocalTime';
import { hearAgain } from './whatsapp-api';

const { silenced: strings, toasts } = whatsappStrings;

/** Numbers whose messages are no enquiries. */
export function SilencedNumbers({
  numbers,
  onHeard,
}: {
  numbers: readonly SilencedNumber[];
  onHeard: () => Promise<void>;
}) {
  async function hear({ phone_key, number }: SilencedNumber) {
    await attempt(() => hearAgain(phone_key), { done: toasts.heard(number), failed: toasts.hearFailed });
    await onHeard();
  }

  if (numbers.length === 0) return null;
  return (
    <section aria-labelledby="silenciados" className="plate p-5">
      <h2 id="silenciados" className="text-xl leading-tight">
        {strings.title}
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">{strings.text}</p>
      <ul className="grid gap-1">
        {numbers.map((one) => (
          <li key={one.phone_key} className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium tabular-nums">{one.number}</span>{' '}
              <span className="text-sm text-ink-soft">
                {strings.by(one.silenced_by)} · <LocalTime at={one.silenced_at} parts="date" />
              </span>
            </p>
            <ActionButton
              size="small"
              look="ghost"
              aria-label={strings.hearNumber(one.number)}
              onClick={() => hear(one)}
              busyLabel={crmStrings.working}
            >
              {strings.hear}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
