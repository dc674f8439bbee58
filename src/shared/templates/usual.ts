import { LEAD_STATUSES } from '../leads/enums';
import {
  type MessageTemplate,
  TEMPLATE_CHANNELS,
  type TemplateChannel,
  type UsualTemplates,
} from './template';

/** Each channel's usual message by status, out of all messages. */
export function pickUsualTemplates(messages: readonly MessageTemplate[]): UsualTemplates {
  const ofChannel = (channel: TemplateChannel) =>
    Object.fromEntries(
      LEAD_STATUSES.map((estado) => {
        const usual = messages.find(
          (one) => one.is_usual && one.channel === channel && one.estado === estado,
        );
        if (!usual) throw new Error('the content has a message for each channel and status');
        const { subject, voseo, tuteo } = usual;
        return [estado, { subject, voseo, tuteo }];
      }),
    );
  return Object.fromEntries(
    TEMPLATE_CHANNELS.map((channel) => [channel, ofChannel(channel)]),
  ) as UsualTemplates;
}
