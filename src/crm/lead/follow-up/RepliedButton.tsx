import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { type ListMutations, leadMutations } from '../lead-mutations';

type Props = { lead: Lead; mutations: ListMutations; onPress?: () => void };

/** Ends a lead's wait for an answer, which it got elsewhere; nothing if it waits for none. */
export function RepliedButton({ lead, mutations, onPress }: Props) {
  const { awaiting_reply_since: replied_to } = lead;
  if (replied_to === null) return null;
  return (
    <Button
      size="small"
      look="ghost"
      onClick={() => {
        onPress?.();
        void leadMutations(mutations).answerContact(lead, { replied_to });
      }}
    >
      {leadStrings.replied}
    </Button>
  );
}
