import { Badge } from '~/crm/ui/Badge';
import { buttonClass } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { type OwnSession, SECOND_FACTOR_PATH, type SessionUser } from '~/shared/accounts/account';
import type { Passkey } from '~/shared/accounts/passkey';
import type { OwnSecondFactor } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { PasskeyCard } from '../passkeys/PasskeyCard';
import { SessionList } from './SessionList';

const { profile, sessions: strings } = accountStrings;
const { own, recovery } = secondFactorStrings;
const CARD = 'plate p-5';

type Props = {
  user: SessionUser;
  passkeys: Passkey[] | null;
  sessions: OwnSession[] | null;
  secondFactor: OwnSecondFactor;
};

/** 'Seguridad': one's password, passkeys, second factor and sessions. Null props could not be read. */
export function OwnSecurity({ user, passkeys, sessions, secondFactor }: Props) {
  return (
    <div className="columns-[22rem] gap-4 *:break-inside-avoid *:not-last:mb-4">
      <section aria-labelledby="clave" className={`${CARD} flex flex-wrap items-center justify-between gap-3`}>
        <h3 id="clave" className="card-title">
          {profile.passwordTitle}
        </h3>
        <a href="/cuenta/cambiar-contrasena" className={buttonClass()}>
          {profile.changePassword}
        </a>
      </section>
      <PasskeyCard initial={passkeys} />
      <section aria-labelledby="dos-pasos" className={`${CARD} flex flex-wrap items-center justify-between gap-3`}>
        <div className="grid max-w-md gap-1">
          <h3 id="dos-pasos" className="card-title flex flex-wrap items-center gap-2">
            {secondFactorStrings.title}
            <Badge tone={secondFactor.set_at ? 'success' : 'muted'}>
              {secondFactor.set_at ? own.onBadge : own.offBadge}
            </Badge>
          </h3>
          <p className="text-ink-soft">
            {secondFactor.set_at ? recovery.left(secondFactor.recovery_codes_left) : own.off}
          </p>
          {user.second_factor_due && (
            <p className="text-sm text-terracotta-dark">
              {own.requiredUntil} <LocalTime at={user.second_factor_due} parts="date" />.
            </p>
          )}
        </div>
        <a href={SECOND_FACTOR_PATH} className={buttonClass()}>
          {secondFactor.set_at ? own.manage : own.open}
        </a>
      </section>
      <section aria-labelledby="sesiones" className={CARD}>
        <h3 id="sesiones" className="card-title">
          {strings.title}
        </h3>
        <SessionList initial={sessions} />
      </section>
    </div>
  );
}
