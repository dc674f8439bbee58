import type { ReactNode } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { emailLink, whatsappDigits, whatsappLink } from '~/shared/leads/whatsapp';
import { leadStrings } from '~/shared/strings/leads';
import { buttonClass } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import type { LeadActions } from './lead-actions';

const { contact } = leadStrings;

/** The three ways to contact a lead: buttons in the open lead's head, or on a phone in the bar at the bottom. */
export function ContactActions({
  lead,
  whatsappTemplate,
  panel,
  look,
}: {
  lead: Lead;
  whatsappTemplate: string;
  panel: LeadActions;
  look: 'head' | 'bar';
}) {
  const whatsapp = whatsappLink(lead, whatsappTemplate);
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
      <Way
        href={emailLink(lead.email)}
        icon="mail"
        look={look}
        onClick={() => void panel.noteContact(lead, 'email')}
      >
        {contact.email}
      </Way>
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
  const head = `${buttonClass({ look: isFirst ? 'primary' : 'secondary' })} grow rounded-bl-none px-2.5!`;
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
