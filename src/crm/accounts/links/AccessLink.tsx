import { homePath } from '~/shared/accounts/account';
import { accountStrings } from '~/shared/strings/accounts';
import { AccountHeading } from '../AccountHeading';
import { openAccessLink } from '../account-api';
import { AnotherAccessLink } from './AnotherAccessLink';
import { LinkButton } from './LinkButton';

const { access } = accountStrings;

/** Redeems an access link, which signs in without a password. If the link has expired, offers another one. */
export function AccessLink() {
  return (
    <div className="grid gap-5">
      <AccountHeading title={access.title}>{access.text}</AccountHeading>
      <LinkButton
        label={access.submit}
        busyLabel={access.submitting}
        redeem={async (token) => {
          const entry = await openAccessLink(token);
          // The second step is on the sign-in's page.
          location.assign('user' in entry ? homePath(entry.user) : '/login');
        }}
      >
        <AnotherAccessLink />
      </LinkButton>
    </div>
  );
}
