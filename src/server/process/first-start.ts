import { accountStrings } from '~/shared/strings/accounts/accounts';
import { createAdmin, hasActiveAdmin, issueFirstAdminLink } from '../accounts/first-admin';
import { getSettings } from '../env';
import { log } from '../log';

/** Makes the administrator named in the settings, or else a link to set one up; null if there is one. */
export async function ensureFirstAdmin(): Promise<string | null> {
  if (hasActiveAdmin()) return null;
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = getSettings();
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    const [name = ADMIN_EMAIL] = ADMIN_EMAIL.split('@');
    await createAdmin({ name, email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
    return null;
  }
  return issueFirstAdminLink();
}

/** Prints the addresses, and how to become the first administrator. */
export function printAddresses(setupLink: string | null): void {
  const { SITE_URL } = getSettings();
  const lines = ['', `  Landing: ${SITE_URL}`, `  CRM:     ${SITE_URL}/panel`];
  if (setupLink) lines.push('', `  ${accountStrings.setup.title} (un solo uso, vence en 24 horas):`, `  ${setupLink}`);
  console.log(`${lines.join('\n')}\n`);
}

/** Warns of pages built for another site, where their canonical links lead. Ports of this machine are one site. */
export function warnOfOtherSite(builtFor: string): void {
  const { SITE_URL } = getSettings();
  const [built, here] = [new URL(builtFor), new URL(SITE_URL)];
  if (built.origin === here.origin || (built.hostname === 'localhost' && here.hostname === 'localhost')) return;
  log.warn(
    { event: 'built_for_another_site', built_for: built.origin, site_url: here.origin },
    `Las páginas se construyeron para ${built.origin} y el servidor es ${here.origin}. Construí de nuevo con SITE_URL=${here.origin} npm run build, y reiniciá.`,
  );
}
