import { homePath } from '~/shared/accounts/account';
import { accountStrings } from '~/shared/strings/accounts';
import { AccountHeading, TextLink } from './AccountHeading';
import { openAccessLink } from './account-api';
import { LinkButton } from './LinkButton';

const { access, reset } = accountStrings;

/** Redeems an access link, which signs in without a password. */
export function AccessLink() {
  return (
    <div className="grid gap-5">
      <AccountHeading title={access.title}>{access.text}</AccountHeading>
      <LinkButton
        label={access.submit}
        busyLabel={access.submitting}
        redeem={async (token) => {
          const { user } = await openAccessLink(token);
          location.assign(homePath(user));
        }}
      >
        <TextLink href="/cuenta/recuperar">{reset.askAnother}</TextLink>
      </LinkButton>
    </div>
  );
}
