import type { Lead } from '~/shared/leads/lead';
import { templateStrings as strings } from '~/shared/strings/templates';
import { composeMessage, messageLink } from '~/shared/templates/compose';
import { type MessageTemplate, TEMPLATE_CHANNELS, type TemplateChannel } from '~/shared/templates/template';
import { callApi } from '../../api-client';
import { Badge } from '../../ui/Badge';
import { buttonClass } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { useFetch } from '../../ui/reading/useFetch';
import type { ListMutations } from '../lead-mutations';

const { loadFailed } = strings.toasts;

async function fetchTemplates(): Promise<MessageTemplate[]> {
  return (await callApi<{ templates: MessageTemplate[] }>('/api/templates')).templates;
}

type Props = {
  lead: Lead;
  sender: string;
  /** Whether the user may edit the messages. */
  canManage: boolean;
  onContact: ListMutations['recordContact'];
  onClose: () => void;
};

/** Every message as this lead would get it; pressing one opens its channel. Those for the lead's status come first. */
export function OtherMessageDialog({ lead, sender, canManage, onContact, onClose }: Props) {
  const { value: templates, placeholder } = useFetch(fetchTemplates, '', loadFailed);
  const ofChannel = (channel: TemplateChannel) => {
    const found = (templates ?? []).filter((one) => one.channel === channel);
    const isFirst = ({ estado }: MessageTemplate) => estado === lead.estado;
    return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
  };

  return (
    <Dialog
      title={strings.otherFor(lead.nombre)}
      onClose={onClose}
      footer={
        canManage && (
          <a href={`/users/mensajes?lead=${lead.id}`} className={buttonClass({ look: 'ghost' })}>
            {strings.manage}
          </a>
        )
      }
    >
      {placeholder}
      {templates !== null && (
        <div className="grid gap-5">
          {TEMPLATE_CHANNELS.map((channel) => (
            <section key={channel} aria-label={strings.channels[channel]} className="grid gap-2">
              <h3 className="flex items-center gap-2 font-semibold">
                <Icon name={channel === 'email' ? 'mail' : 'chat'} className="size-5 text-petrol" />
                {strings.channels[channel]}
              </h3>
              {!(channel === 'email' ? lead.email : lead.phone_key) ? (
                <p className="text-ink-soft">{strings.unreachable[channel]}</p>
              ) : (
                <ul className="grid gap-2">
                  {ofChannel(channel).map((template) => (
                    <li key={template.id}>
                      <Choice
                        template={template}
                        lead={lead}
                        sender={sender}
                        onTake={() => {
                          void onContact(lead, channel);
                          onClose();
                        }}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}

type ChoiceProps = {
  template: MessageTemplate;
  lead: Lead;
  sender: string;
  onTake: () => void;
};

function Choice({ template, lead, sender, onTake }: ChoiceProps) {
  const link = messageLink(lead, template.channel, template, sender);
  const { subject, body } = composeMessage(template, lead, sender);
  return (
    <a
      href={link ?? undefined}
      {...(template.channel === 'whatsapp' && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={onTake}
      className="grid gap-1 rounded-xl rounded-bl-none bg-sand px-3 py-2.5 ring-1 ring-sand-line ring-inset hover:bg-petrol-haze hover:ring-petrol"
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{template.name}</span>
        {template.is_usual && template.estado === lead.estado && (
          <Badge tone="success">{strings.usual(strings.channels[template.channel])}</Badge>
        )}
      </span>
      {subject && <span className="text-sm font-medium wrap-anywhere">{subject}</span>}
      <span className="line-clamp-4 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{body}</span>
    </a>
  );
}
