import { mailStrings } from '~/shared/strings/mail';
import { endsInFile } from '../ui/mail-place';

/** Where a mail lies that was just announced, if there is no mail server. Only for parts the server does not render. */
export function MailNote() {
  return (
    endsInFile() && <p className="rounded-lg bg-honey-mist px-3 py-2 text-honey-dark">{mailStrings.filedForAll}</p>
  );
}
