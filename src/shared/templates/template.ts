import type { LeadStatus } from '~/shared/leads/enums';
import { LEAD_STATUSES } from '../leads/enums';

/** Channels opened with a text. */
export const TEMPLATE_CHANNELS = ['whatsapp', 'email'] as const;
export type TemplateChannel = (typeof TEMPLATE_CHANNELS)[number];

/** A template in both forms of address, 'vos' and 'tú'; emails have a subject too. */
export type TemplateText = { subject: string | null; voseo: string; tuteo: string };

/** A message that WhatsApp or Email can be opened with. */
export type MessageTemplate = TemplateText & {
  /** Shipped ones use the ids of content/templates.yaml. */
  id: string;
  channel: TemplateChannel;
  name: string;
  /** Status of the leads that are offered it first; null: any. */
  estado: LeadStatus | null;
  /** Whether one press opens its channel with it, for a lead with its status. */
  is_usual: boolean;
  is_shipped: boolean;
  /** Last change; null for a shipped one in its original form. */
  updated_at: string | null;
};

/** Each channel's usual template by lead status. */
export type UsualTemplates = Record<TemplateChannel, Record<LeadStatus, TemplateText>>;

/** What a screen needs to open a channel: the usual templates, their version, and the sender. */
export type TemplateSet = { usual: UsualTemplates; version: string; sender: string };

/** Picks each channel's usual template by status. */
export function pickUsualTemplates(templates: readonly MessageTemplate[]): UsualTemplates {
  const ofChannel = (channel: TemplateChannel) =>
    Object.fromEntries(
      LEAD_STATUSES.map((estado) => {
        const usual = templates.find((one) => one.is_usual && one.channel === channel && one.estado === estado);
        if (!usual) throw new Error('there is no template for some channel and status');
        const { subject, voseo, tuteo } = usual;
        return [estado, { subject, voseo, tuteo }];
      }),
    );
  return Object.fromEntries(TEMPLATE_CHANNELS.map((channel) => [channel, ofChannel(channel)])) as UsualTemplates;
}
