import { doubtSettings, getSettings, type Settings, SettingsError } from '~/server/env';
import { checkFile } from '../checks/check-database';
import { checkBackups, checkPrivacyPage, checkReplica, checkSpace } from '../checks/check-files';
import { checkDestinations, checkMail, checkReachable } from '../checks/check-network';
import { type Finding, good, bad as problem, warning } from '../checks/finding';
import { CommandError, command } from '../command';

const MARKS: Record<Finding['result'], string> = { good: '✓', warning: '!', bad: '✗' };

export const checkCommand = command({
  summary: 'revisa ajustes, base, respaldos, disco, correo y flujo de automatización',
  database: 'optional',
  details: `Se puede ejecutar con el servidor en marcha; no cambia nada. Termina con 1 si algo está mal (✗); los avisos (!) no
cuentan.`,
  options: { '[--offline]': 'sin probar el correo ni el flujo de automatización' },
  async run({ offline = false }) {
    let bad = 0;
    for await (const { name, result, detail } of runChecks(offline)) {
      if (result === 'bad') bad += 1;
      console.log(`${MARKS[result]} ${name}: ${detail}`);
    }
    if (bad > 0) throw new CommandError(bad === 1 ? 'Hay un problema.' : `Hay ${bad} problemas.`);
  },
});

/** Runs all checks in sequence. The first reads the settings, which the others need. */
async function* runChecks(offline: boolean): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = getSettings();
    yield good('Ajustes', 'se entienden');
    for (const doubt of doubtSettings(process.env)) yield warning('Ajustes', doubt);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield problem('Ajustes', error.message);
    return;
  }
  yield* checkFile(settings);
  yield checkBackups(settings);
  yield checkSpace(settings);
  yield* checkReplica(settings);
  yield* checkPrivacyPage(settings);
  if (offline) return;
  yield await checkMail();
  yield await checkReachable('Flujo de automatización', settings.LEAD_WEBHOOK_URL);
  yield* checkDestinations(settings);
  yield await checkReachable('Función de acceso externa', settings.PROVISIONING_URL);
}
