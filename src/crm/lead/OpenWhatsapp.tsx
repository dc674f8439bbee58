import { useEffect } from 'react';
import { panelPath } from '~/shared/leads/filter-params';
import { whatsappPageStrings as strings } from '~/shared/strings/notices/push';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { openContact } from './lead-api';

/** Opens a lead's chat, at once if `opens`, and records the attempt. */
export function OpenWhatsapp({ leadId, link, opens }: { leadId: number; link: string; opens: boolean }) {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Coming back from the chat, or reloading, must not open it again.
    if (!opens || arrival?.type !== 'navigate') return;
    // Before `load`, the chat would replace this page's history entry.
    return onceLoaded(() => {
      note(leadId);
      location.assign(link);
    });
  }, [leadId, link, opens]);

  return (
    <div className="plate grid max-w-xl gap-4 p-5">
      <p>{strings.text}</p>
      <div className="flex flex-wrap gap-3">
        <a
          href={link}
          onClick={() => note(leadId)}
          className={buttonClass({ look: 'primary' })}
          rel="noopener noreferrer"
        >
          <Icon name="chat" />
          {strings.open}
        </a>
        <a href={panelPath({}, leadId)} className={buttonClass()}>
          {strings.lead}
        </a>
      </div>
    </div>
  );
}

/** Runs `act` once the page is loaded; returns a cancel function. */
function onceLoaded(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(act);
  };
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('load', later);
  };
}

/** The chat opens even if this fails. */
function note(leadId: number): void {
  openContact(leadId, 'whatsapp').catch(() => {});
}
