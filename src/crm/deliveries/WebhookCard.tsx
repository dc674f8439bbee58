import type { ReactNode } from 'react';
import { formatDay } from '~/shared/leads/days';
import { webhookStrings as strings } from '~/shared/strings/webhooks';
import type { Webhook } from '~/shared/webhooks/webhook';
import { Badge } from '../ui/Badge';
import { LocalTime } from '../ui/LocalTime';
import { RestingLink } from '../ui/reading/RestingLink';

/** A card's frame; `actions` are its buttons. */
export function Card({ title, actions, children }: { title: ReactNode; actions: ReactNode; children: ReactNode }) {
  return (
    <li className="grid content-between gap-3 rounded-xl rounded-bl-none bg-white px-4 py-3 shadow-card">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">{title}</p>
        {children}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>
    </li>
  );
}

type Props = {
  webhook: Webhook;
  status: ReactNode;
  actions: ReactNode;
};

/** A destination's facts; `status` says how it is. */
export function WebhookCard({ webhook, status, actions }: Props) {
  const { url, events, header, from_settings } = webhook;
  return (
    <Card
      title={
        <>
          <span className="font-semibold wrap-anywhere">{url}</span>
          <StateBadge webhook={webhook} />
          {from_settings && <Badge tone="muted">{strings.fromSettings}</Badge>}
        </>
      }
      actions={actions}
    >
      {events.length > 0 && (
        <p className="text-sm text-ink-soft">
          {events.map((event) => strings.events[event]).join(' · ')}
          {header && ` · ${strings.header(header)}`}
        </p>
      )}
      {status}
      <WebhookDetails webhook={webhook} />
    </Card>
  );
}

function StateBadge({ webhook: { rests_since, pause, failing_since } }: { webhook: Webhook }) {
  if (rests_since) return <Badge tone="attention">{strings.rests}</Badge>;
  if (pause) return <Badge tone={pause === 'failing' ? 'attention' : 'waiting'}>{strings.pauses[pause]}</Badge>;
  if (failing_since) return <Badge tone="attention">{strings.failing}</Badge>;
  return <Badge tone="success">{strings.active}</Badge>;
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { from_settings, paused_at, rests_since, failing_since, former_until, made_by, by_program, ends_on } = webhook;
  return (
    <>
      {rests_since && (
        <p className="text-sm">
          {from_settings ? (
            strings.noLongerInSettings
          ) : (
            <>
              {strings.restsText} <RestingLink />
            </>
          )}
        </p>
      )}
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
      {from_settings ? (
        <p className="text-sm text-ink-faint">{strings.fromSettingsText}</p>
      ) : (
        <p className="text-sm text-ink-faint wrap-anywhere">
          {by_program && made_by ? strings.madeByToken(made_by) : strings.madeBy(made_by)} ·{' '}
          <LocalTime at={webhook.created_at} />
          {by_program && ` · ${strings.endsWithToken(ends_on && formatDay(ends_on))}`}
        </p>
      )}
    </>
  );
}
