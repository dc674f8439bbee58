import type { Lead } from '~/shared/leads/lead';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { RelativeTime } from '../../ui/RelativeTime';

/** The message a lead came with, if any. */
export function FirstMessage({ lead }: { lead: Lead }) {
  if (!lead.mensaje) return null;
  return (
    <section className="bubble bubble-said">
      <h3 className="text-sm font-normal text-ink-soft">
        {strings.initial} · <RelativeTime at={lead.created_at} now={Date.now()} />
        {lead.tema && ` · ${lead.tema}`}
      </h3>
      <p className="mt-0.5 whitespace-pre-line">{lead.mensaje}</p>
    </section>
  );
}
