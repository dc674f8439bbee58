import type { ReactNode } from 'react';
import { ApiError, post, showFailure } from '~/crm/api-client';
import type { SessionUser } from '~/shared/accounts/account';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import type { Signed } from '../account-api';
import { PasskeySignIn } from '../passkeys/PasskeySignIn';
import { CodeForm } from './CodeForm';

const { step: strings } = secondFactorStrings;

type Props = {
  secondFactors: SecondFactor[];
  heading?: ReactNode;
  initial?: 'totp' | 'recovery';
  onDone: (user: SessionUser) => void;
  /** The password has to be typed again. */
  onExpired: () => void;
};

/** The second step of signing in. */
export function SecondStepForm({ onDone, onExpired, ...form }: Props) {
  return (
    <CodeForm
      {...form}
      passkey={<PasskeySignIn onEntered={onDone} />}
      passkeyText={strings.passkeyText}
      submit={strings.submit}
      isShown={({ code, fields }) => code === 'invalid_code' && Object.keys(fields).length > 0}
      send={async (input) => {
        try {
          const { user } = await post<Signed>('/api/auth/second-factor', input, { offersSignIn: false });
          onDone(user);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'sign_in_expired') throw error;
          showFailure(error);
          onExpired();
        }
      }}
    />
  );
}
