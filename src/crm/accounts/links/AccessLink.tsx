import { homePath } from '~/shared/accounts/account';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AccountHeading } from '../AccountHeading';
import { openAccessLink } from '../account-api';
import { AnotherAccessLink } from './AnotherAccessLink';
import { LinkButton } from './LinkButton';

const { access } = accountStrings;

/** Redeems a link that signs in without a password. An expired link can be replaced by another. */
export function AccessLink() {
  return (
    <div className="grid gap-5">
      <AccountHeading title={access.title}>{access.text}</AccountHeading>
      <LinkButton
        label={access.submit}
        busyLabel={access.submitting}
        redeem={async (token) => {
          const entry = await openAccessLink(token);
          // The login page has the second step.
          location.assign('user' in entry ? homePath(entry.user) : '/login');
        }}
      >
        <AnotherAccessLink />
      </LinkButton>
    </div>
  );
}
