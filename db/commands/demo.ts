import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getSettings, isDemo } from '~/server/env';
import { command } from '../command';
import { hasUsers, seedDemo } from '../seed/demo';

const NOTHING_LEAVES = 'Nada sale de esta máquina: los correos quedan en archivos, y ningún ajuste de .env cuenta acá.';
const KEPT_AS_LEFT =
  'Está como la dejaste, con las contraseñas del comienzo si no las cambiaste. Para empezar de nuevo: npm run demo -- --fresh';

export const demoCommand = command({
  summary: 'llena una base nueva con datos inventados e imprime tres cuentas',
  database: 'optional',
  async run() {
    // The file is the only record of the passwords.
    const file = join(dirname(getSettings().DATABASE_PATH), 'cuentas-de-la-demo.txt');
    const wasThere = hasUsers() && existsSync(file);
    if (!wasThere) writeFileSync(file, describe(await seedDemo()), { mode: 0o600 });
    console.log(`\n  Cuentas de la demostración:\n${readFileSync(file, 'utf8')}`);
    if (wasThere) console.log(`  ${KEPT_AS_LEFT}`);
    if (isDemo()) console.log(`  ${NOTHING_LEAVES}`);
  },
});

function describe(accounts: Awaited<ReturnType<typeof seedDemo>>): string {
  return accounts.map(({ role, email, password }) => `  ${role.padEnd(14)} ${email.padEnd(28)} ${password}\n`).join('');
}
