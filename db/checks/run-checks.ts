import { getSettings, type Settings, SettingsError } from '~/server/env';
import { checkFile } from './check-database';
import { checkBackups, checkPrivacyPage, checkReplica, checkSpace } from './check-files';
import { checkDestinations, checkMail, checkReachable } from './check-network';
import { bad, type Finding, good } from './finding';

/** Runs all checks in sequence. The first reads the settings, which the others need. */
export async function* runChecks({ offline }: { offline: boolean }): AsyncGenerator<Finding> {
  let settings: Settings;
  try {
    settings = getSettings();
    yield good('Ajustes', 'se entienden');
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield bad('Ajustes', error.message);
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
