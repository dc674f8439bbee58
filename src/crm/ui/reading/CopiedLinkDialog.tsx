import type { CopiedLink } from '~/shared/accounts/member';
import { mailStrings } from '~/shared/strings/mail';
import { SecretDialog } from './SecretDialog';

/** A copied link, and the one time it can be read. `whose`: the account or invitation that it opens. */
export function CopiedLinkDialog({ whose, link, onClose }: { whose: string; link: CopiedLink; onClose: () => void }) {
  const { reveal } = mailStrings;
  return (
    <SecretDialog labels={reveal} text={reveal.text(whose, link.valid_minutes)} secret={link.url} onClose={onClose} />
  );
}
