import { mailStrings } from '~/shared/strings/mail';

/** Whether such mails end as files on the server. `access`: a coordinator's link, which another system may send. */
export function endsInFile(what: 'mail' | 'access' = 'mail'): boolean {
  return document.documentElement.dataset.filed?.split(' ').includes(what) ?? false;
}

/**
 * A toast's second line where its first one says that a mail was sent, and there is no mail server. `canCopy`: whether
 * its link can be copied.
 */
export function placeOfMail({ what = 'mail', canCopy = true }: { what?: 'mail' | 'access'; canCopy?: boolean } = {}): {
  detail?: string;
} {
  if (!endsInFile(what)) return {};
  return { detail: canCopy ? `${mailStrings.filed} ${mailStrings.copyInstead}` : mailStrings.filed };
}
