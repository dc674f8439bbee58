import { accountStrings } from '~/shared/strings/accounts';
import { createAdmin, hasActiveAdmin, issueFirstAdminToken } from './accounts/first-admin';
import { getSettings } from './env';

/** Makes the administrator that the settings name, or else a link to set one up; null where one exists. */
export async function provideFirstAdmin(): Promise<string | null> {
  if (hasActiveAdmin()) return null;
  const { ADMIN_EMAIL, ADMIN_PASSWORD, SITE_URL } = getSettings();
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    const [name = ADMIN_EMAIL] = ADMIN_EMAIL.split('@');
    await createAdmin({ name, email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
    return null;
  }
  return `${SITE_URL}/cuenta/administrador#token=${issueFirstAdminToken()}`;
}

/** Tells whoever started the server where to go, and how to become the first administrator. */
export function printWhereToGo(setupLink: string | null): void {
  const { SITE_URL } = getSettings();
  const lines = ['', `  Landing: ${SITE_URL}`, `  CRM:     ${SITE_URL}/panel`];
  if (setupLink) {
    lines.push('', `  ${accountStrings.setup.title} (un solo uso, vence en 24 horas):`, `  ${setupLink}`);
  }
  console.log(`${lines.join('\n')}\n`);
}
