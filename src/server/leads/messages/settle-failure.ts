import { lookUpLead } from '../leads';
import { selectByWamid } from './heard-queries';
import { settleAwaiting, settleContact } from './settle';
import { tellAwaiting } from './tell-awaiting';

/** After the failure of one of ours, in the caller's transaction. `isOver`: it arrived after all. */
export function settleFailure(wamid: string, isOver = false): void {
  const message = selectByWamid().get({ wamid });
  if (!message || message.lead_id === null) return;
  const isNewlyAwaited = settleAwaiting(message.lead_id);
  settleContact(message.lead_id, { isNews: isOver });
  const lead = lookUpLead(message.lead_id);
  if (lead && isNewlyAwaited) tellAwaiting(lead);
}
