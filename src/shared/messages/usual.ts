import { LEAD_STATUSES } from '../leads/enums';
import { MESSAGE_CHANNELS, type MessageChannel, type MessageTemplate, type UsualMessages } from './template';

/** Each channel's usual message by status, out of all messages. */
export function usualOf(messages: readonly MessageTemplate[]): UsualMessages {
  const ofChannel = (channel: MessageChannel) =>
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
    MESSAGE_CHANNELS.map((channel) => [channel, ofChannel(channel)]),
  ) as UsualMessages;
}
