import { accountStrings } from '~/shared/strings/accounts/accounts';
import { createAdmin, hasActiveAdmin, issueFirstAdminLink } from '../accounts/first-admin';
import { AppError } from '../app-error';
import { doubtSettings, getSettings, isDemo } from '../env';
import { log } from '../log';
import { filedMails } from '../mail/smtp';
import { explainFolderFault } from './file-fault';
import { StartError } from './start-failure';

/**
 * Makes the administrator named in the settings, or else a link to set one up; null if there is one.
 * @throws {StartError} if the settings' password is easily guessed, or the email another account's.
 */
export async function ensureFirstAdmin(): Promise<string | null> {
  if (hasActiveAdmin()) return null;
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = getSettings();
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    const [name = ADMIN_EMAIL] = ADMIN_EMAIL.split('@');
    await createAdmin({ name, email: ADMIN_EMAIL, password: ADMIN_PASSWORD }).catch((error: unknown) => {
      const { email, password } = (error instanceof AppError && error.fields) || {};
      if (email) throw new StartError(`ADMIN_EMAIL no se puede usar. ${email}`);
      if (password) throw new StartError(`ADMIN_PASSWORD no se puede usar. ${password}`);
      throw error;
    });
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
    `Las páginas se construyeron para ${built.origin} y el servidor es ${here.origin}. Construí de nuevo con esa dirección: sudo docs/despliegue/crm-release si es un servicio; si no, SITE_URL=${here.origin} npm run build, y reiniciá.`,
  );
}

/** Warns, once a start, of settings that are probably not what was meant, and of folders that cannot be written. */
export function warnOfDoubtfulSettings(): void {
  const { BACKUP_DIR, BACKUP_EVERY_HOURS, MAIL_DIR } = getSettings();
  const folders = {
    ...(BACKUP_EVERY_HOURS > 0 && { BACKUP_DIR }),
    ...(filedMails() && { MAIL_DIR }),
  };
  const faults = Object.entries(folders).flatMap(([name, folder]) => {
    const fault = explainFolderFault(folder);
    return fault ? [`${name}: ${fault}`] : [];
  });
  for (const doubt of [...(isDemo() ? [] : doubtSettings(process.env)), ...faults])
    log.warn({ event: 'setting_doubted' }, doubt);
}
