import { placeOfMail } from '~/crm/ui/mail-place';
import { coordinatorStrings } from '~/shared/strings/companies';

/** That the access link was sent, and on the next line where it lies if there is no mail server. */
export function describeLinkSent(): string {
  const { detail } = placeOfMail({ what: 'access' });
  return [coordinatorStrings.toasts.linkSent, detail].filter(Boolean).join('\n');
}
