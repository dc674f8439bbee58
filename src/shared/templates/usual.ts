import { LEAD_STATUSES } from '../leads/enums';
import { type MessageTemplate, TEMPLATE_CHANNELS, type TemplateChannel, type UsualTemplates } from './template';

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
