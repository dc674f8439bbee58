import type { ReactNode } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { whatsappDigits } from '~/shared/leads/whatsapp';
import { usualLink } from '~/shared/messages/compose';
import type { MessageSet } from '~/shared/messages/template';
import { leadDialogStrings } from '~/shared/strings/lead/dialog';
import { leadForms } from '~/shared/strings/panel/later';
import { Button, buttonClass } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import type { LeadActions } from './lead-actions';
import { $otherMessage } from './messages/other-message';

const { contact } = leadDialogStrings;

/** The three ways to contact a lead: in the open lead's head, or in a phone's bottom bar. */
export function ContactActions({
  lead,
  messages,
  panel,
  look,
}: {
  lead: Lead;
  messages: MessageSet;
  panel: LeadActions;
  look: 'head' | 'bar';
}) {
  const whatsapp = usualLink(lead, 'whatsapp', messages);
  const email = usualLink(lead, 'email', messages);
  const digits = whatsappDigits(lead.phone_key);
  return (
    <>
      {whatsapp && (
        <Way
          href={whatsapp}
          icon="chat"
          look={look}
          isFirst
          isAway
          onClick={() => void panel.noteContact(lead, 'whatsapp')}
        >
          {contact.whatsapp}
        </Way>
      )}
      {digits && (
        <Way
          href={`tel:+${digits}`}
          icon="phone"
          look={look}
          onClick={() => void panel.noteContact(lead, 'call')}
        >
          {contact.call}
        </Way>
      )}
      {email && (
        <Way href={email} icon="mail" look={look} onClick={() => void panel.noteContact(lead, 'email')}>
          {contact.email}
        </Way>
      )}
      {look === 'head' && (
        <Button
          aria-label={leadForms.otherMessageFor(lead.nombre)}
          title={leadForms.otherMessage}
          onClick={() => $otherMessage.set(lead)}
          className="rounded-bl-none px-2.5!"
        >
          <Icon name="chevron" />
        </Button>
      )}
    </>
  );
}

function Way({
  href,
  icon,
  look,
  isFirst = false,
  isAway = false,
  onClick,
  children,
}: {
  href: string;
  icon: IconName;
  look: 'head' | 'bar';
  /** The preferred way. */
  isFirst?: boolean;
  /** Opens in another tab. */
  isAway?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const head = `${buttonClass({ look: isFirst ? 'primary' : 'secondary' })} grow rounded-bl-none px-2.5! lg:max-xl:[&>svg]:hidden!`;
  return (
    <a
      href={href}
      {...(isAway && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={onClick}
      className={look === 'head' ? head : `sheet-key ${isFirst ? 'sheet-key-first' : ''}`}
    >
      <Icon name={icon} />
      {children}
    </a>
  );
}
