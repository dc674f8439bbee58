import type { Lead } from '~/shared/leads/lead';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { LocalTime } from '../../ui/LocalTime';

/** The message that a lead came with. Without one, `isAlways` shows how to add it; otherwise nothing is shown. */
export function FirstMessage({ lead, isAlways = false }: { lead: Lead; isAlways?: boolean }) {
  if (!lead.mensaje && !isAlways) return null;
  if (!lead.mensaje) return <p className="text-ink-soft">{strings.noInitial}</p>;
  return (
    <section className="bubble bubble-said">
      <h3 className="text-sm font-normal text-ink-soft">
        {strings.initial} · <LocalTime at={lead.created_at} />
      </h3>
      <p className="mt-0.5 whitespace-pre-line">{lead.mensaje}</p>
    </section>
  );
}
