import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { templateStrings as strings } from '~/shared/strings/templates';
import { type MessageTemplate, TEMPLATE_CHANNELS } from '~/shared/templates/template';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useRefetch } from '../ui/reading/useRefetch';
import { TemplateDialog } from './TemplateDialog';
import { fetchTemplates } from './template-api';

type Props = {
  initial: MessageTemplate[] | null;
  /** Sample leads for previews. */
  leads: readonly Lead[];
  sender: string;
};

/** 'Plantillas de mensaje', for administrators. `initial` is null if the server could not read them. */
export function TemplatesScreen({ initial, leads, sender }: Props) {
  const reading = useRefetch(initial, fetchTemplates, strings.toasts.loadFailed);
  const [editing, setEditing] = useState<MessageTemplate | 'new' | null>(null);

  if (!reading.value) return reading.failure;
  const templates = reading.value;
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="flex flex-wrap items-center justify-between gap-3 xl:col-span-2">
        <p className="max-w-prose text-ink-soft">{strings.intro}</p>
        <Button look="primary" className="max-sm:w-full" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {strings.add}
        </Button>
      </div>
      {TEMPLATE_CHANNELS.map((channel) => (
        <section key={channel} aria-label={strings.channels[channel]} className="grid content-start gap-2">
          <h2 className="flex items-center gap-2 text-lg font-semibold">
            <Icon name={channel === 'email' ? 'mail' : 'chat'} className="size-5 text-petrol" />
            {strings.channels[channel]}
          </h2>
          <ul className="grid gap-2">
            {templates
              .filter((one) => one.channel === channel)
              .map((template) => (
                <TemplateItem key={template.id} template={template} onEdit={() => setEditing(template)} />
              ))}
          </ul>
        </section>
      ))}
      {editing && (
        <TemplateDialog
          key={editing === 'new' ? editing : editing.id}
          template={editing === 'new' ? null : editing}
          leads={leads}
          sender={sender}
          onChanged={reading.refetch}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function TemplateItem({ template, onEdit }: { template: MessageTemplate; onEdit: () => void }) {
  const { name, subject, voseo, estado, is_usual, is_shipped, updated_at } = template;
  const status = estado && leadStrings.statuses[estado];
  return (
    <li className="flex items-start gap-3 rounded-xl rounded-bl-none bg-white px-4 py-3 shadow-card">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {status && <Badge tone="success">{(is_usual ? strings.usualOf : strings.firstOf)(status)}</Badge>}
          {!is_shipped && <Badge tone="muted">{strings.own}</Badge>}
          {is_shipped && updated_at !== null && <Badge tone="waiting">{strings.edited}</Badge>}
        </p>
        {subject && <p className="text-sm font-medium wrap-anywhere">{subject}</p>}
        <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">{voseo}</p>
      </div>
      <Button size="small" aria-label={strings.editOf(name)} onClick={onEdit}>
        {strings.edit}
      </Button>
    </li>
  );
}
