import { buttonClass } from '~/crm/ui/Button';
import type { SessionUser } from '~/shared/accounts/account';
import type { OwnSession } from '~/shared/accounts/own-session';
import { accountStrings } from '~/shared/strings/accounts';
import { NameForm } from './NameForm';
import { SessionList } from './SessionList';

const { profile, sessions: strings } = accountStrings;
const CARD = 'plate p-5';

/** One's own account: name, password, and open sessions. */
export function OwnAccount({ user, sessions }: { user: SessionUser; sessions: OwnSession[] | null }) {
  return (
    <div className="grid gap-5">
      <section aria-labelledby="datos" className={CARD}>
        <h2 id="datos" className="mb-4 text-xl leading-tight">
          {profile.title}
        </h2>
        <NameForm user={user} />
      </section>
      <section
        aria-labelledby="clave"
        className={`${CARD} flex flex-wrap items-center justify-between gap-3`}
      >
        <h2 id="clave" className="text-xl leading-tight">
          {profile.passwordTitle}
        </h2>
        <a href="/cuenta/cambiar-contrasena" className={buttonClass()}>
          {profile.changePassword}
        </a>
      </section>
      <section aria-labelledby="sesiones" className={CARD}>
        <h2 id="sesiones" className="text-xl leading-tight">
          {strings.title}
        </h2>
        <p className="mt-1 mb-4 text-ink-soft">{strings.text}</p>
        <SessionList initial={sessions} />
      </section>
    </div>
  );
}
