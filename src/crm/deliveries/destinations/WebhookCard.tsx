import type { ReactNode } from 'react';
import { MAX_COUNTED } from '~/shared/deliveries/delivery';
import { formatDay } from '~/shared/leads/days';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { webhookStrings as strings } from '~/shared/strings/webhooks';
import type { SettingsWebhook, Webhook } from '~/shared/webhooks/webhook';
import { Badge } from '../../ui/Badge';
import { LocalTime } from '../../ui/LocalTime';

type Props = {
  webhook: Webhook | SettingsWebhook;
  children: ReactNode;
};

/** A destination's facts; `children` are its buttons. */
export function WebhookCard({ webhook, children }: Props) {
  const { url, events, header, waiting } = webhook;
  const count = waiting < MAX_COUNTED ? String(waiting) : deliveryStrings.atLeast(waiting);
  return (
    <li className="grid gap-3 rounded-xl rounded-bl-none bg-white px-4 py-3 shadow-card">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{url}</span>
          <StateBadge webhook={webhook} />
        </p>
        <p className="text-sm text-ink-soft">
          {events.map((event) => strings.events[event]).join(' · ')}
          {header && ` · ${strings.header(header)}`}
        </p>
        {waiting > 0 && <p className="text-sm text-ink-soft">{strings.waiting(count)}</p>}
        {webhook.from_settings ? (
          <p className="text-sm text-ink-faint">{strings.fromSettingsText}</p>
        ) : (
          <WebhookDetails webhook={webhook} />
        )}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

function StateBadge({ webhook }: { webhook: Webhook | SettingsWebhook }) {
  if (webhook.from_settings) return <Badge tone="muted">{strings.fromSettings}</Badge>;
  if (webhook.rests_since) return <Badge tone="attention">{strings.rests}</Badge>;
  if (webhook.pause)
    return <Badge tone={webhook.pause === 'failing' ? 'attention' : 'waiting'}>{strings.pauses[webhook.pause]}</Badge>;
  if (webhook.failing_since) return <Badge tone="attention">{strings.failing}</Badge>;
  return <Badge tone="success">{strings.active}</Badge>;
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { paused_at, rests_since, failing_since, former_until, made_by, by_program, ends_on, created_at } = webhook;
  return (
    <>
      {rests_since && <p className="text-sm">{strings.restsText}</p>}
      {paused_at && (
        <p className="text-sm text-ink-soft">
          {strings.pausedSince} <LocalTime at={paused_at} />. {strings.pausedText}
        </p>
      )}
      {failing_since && !paused_at && (
        <p className="text-sm text-ink-soft">
          {strings.failingSince} <LocalTime at={failing_since} />
        </p>
      )}
      {former_until && (
        <p className="text-sm text-ink-soft">
          {strings.formerUntil} <LocalTime at={former_until} />
        </p>
      )}
      <p className="text-sm text-ink-faint wrap-anywhere">
        {by_program && made_by ? strings.madeByToken(made_by) : strings.madeBy(made_by)} · <LocalTime at={created_at} />
        {by_program && ` · ${strings.endsWithToken(ends_on && formatDay(ends_on))}`}
      </p>
    </>
  );
}
