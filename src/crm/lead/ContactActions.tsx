import type { ReactNode } from 'react';
import { whatsappDigits } from '~/shared/leads/contact-links';
import type { ContactChannel } from '~/shared/leads/enums';
import { leadDialogStrings } from '~/shared/strings/lead/dialog';
import { usualLink } from '~/shared/templates/compose';
import { Button, buttonClass } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import { useOpenLead } from './open-lead';

const { contact, otherMessage, otherMessageFor } = leadDialogStrings;

type Look = 'head' | 'bar';

/** The three ways to contact a lead: in the open lead's head, or in a phone's bottom bar. */
export function ContactActions({ look }: { look: Look }) {
  const { lead, messages, actions } = useOpenLead();
  const whatsapp = usualLink(lead, 'whatsapp', messages);
  const email = usualLink(lead, 'email', messages);
  const digits = whatsappDigits(lead.phone_key);
  return (
    <>
      {whatsapp && (
        <ContactLink href={whatsapp} channel="whatsapp" icon="chat" look={look}>
          {contact.whatsapp}
        </ContactLink>
      )}
      {digits && (
        <ContactLink href={`tel:+${digits}`} channel="call" icon="phone" look={look}>
          {contact.call}
        </ContactLink>
      )}
      {email && (
        <ContactLink href={email} channel="email" icon="mail" look={look}>
          {contact.email}
        </ContactLink>
      )}
      {look === 'head' && (
        <Button
          aria-label={otherMessageFor(lead.nombre)}
          title={otherMessage}
          onClick={() => actions.onOtherMessage(lead)}
          className="rounded-bl-none px-2.5!"
        >
          <Icon name="chevron" />
        </Button>
      )}
    </>
  );
}

type Props = {
  href: string;
  channel: ContactChannel;
  icon: IconName;
  look: Look;
  children: ReactNode;
};

function ContactLink({ href, channel, icon, look, children }: Props) {
  const { lead, mutations } = useOpenLead();
  const isFirst = channel === 'whatsapp';
  const head = `${buttonClass({ look: isFirst ? 'primary' : 'secondary' })} grow rounded-bl-none px-2.5! lg:max-xl:[&>svg]:hidden!`;
  return (
    <a
      href={href}
      {...(isFirst && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={() => void mutations.recordContact(lead, channel)}
      className={
        look === 'head'
          ? head
          : `sheet-key ${isFirst ? 'order-last max-w-72 grow rounded-br-none bg-petrol text-white hover:bg-petrol-dark' : ''}`
      }
    >
      <Icon name={icon} />
      {children}
    </a>
  );
}
