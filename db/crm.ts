import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { closeDb, setBusyTimeout } from '~/server/database/connection';
import { getSettings, SettingsError } from '~/server/env';
import { explainFileFault } from '~/server/process/file-fault';
import { type Command, CommandError, calledAs, describeOptions, parseCommandLine, UsageError } from './command';
import { createAdminCommand, resetPasswordCommand, resetSecondFactorCommand } from './commands/accounts';
import { backupCommand } from './commands/backup';
import { checkCommand } from './commands/check';
import { demoCommand } from './commands/demo';
import { eraseCommand } from './commands/erase';
import { exportCommand } from './commands/export';
import { newSecretsKeyCommand } from './commands/new-secrets-key';
import { purgeCommand } from './commands/purge';
import { restoreCommand } from './commands/restore';
import { schemaCommand } from './commands/schema';
import { DatabaseUnfitError } from './migrate';

const commands: Record<string, Command> = {
  'create-admin': createAdminCommand,
  'reset-password': resetPasswordCommand,
  'reset-second-factor': resetSecondFactorCommand,
  backup: backupCommand,
  restore: restoreCommand,
  check: checkCommand,
  export: exportCommand,
  erase: eraseCommand,
  purge: purgeCommand,
  'new-secrets-key': newSecretsKeyCommand,
  demo: demoCommand,
  schema: schemaCommand,
};

/** How long a command waits for a write by the server. */
const LOCK_TIMEOUT_MS = 10_000;
setBusyTimeout(LOCK_TIMEOUT_MS);

// Commands write people's data to files that only their owner may read.
process.umask(0o077);

export const finished = run(process.argv.slice(2));

async function run([name, ...args]: string[]): Promise<void> {
  const command = name ? commands[name] : undefined;
  if (!command) {
    const asked = name === undefined || name === '--help' || name === 'help';
    (asked ? console.log : console.error)(describeCommands(asked ? undefined : name));
    if (!asked) process.exitCode = 2;
    return;
  }
  const { summary, operand = '', options, details } = command;
  const usage = ['Uso:', calledAs, name, operand, ...Object.keys(options ?? {})].filter(Boolean).join(' ');
  if (args.includes('--help')) {
    console.log([summary, usage, details, describeOptions(options)].filter(Boolean).join('\n\n'));
    return;
  }
  try {
    const { values, positionals } = parseCommandLine(command, args);
    nameDatabase(command);
    await command.run(values, positionals[0]);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    if (error instanceof UsageError) console.error(`${error.message}\n${usage}`);
    else if (error instanceof CommandError || error instanceof SettingsError || error instanceof DatabaseUnfitError)
      console.error(error.message);
    // A file system's or SQLite's error, whose message says enough without a stack trace.
    else if (error instanceof Error && (error.name === 'SqliteError' || 'syscall' in error))
      console.error(
        (error.name === 'SqliteError' && explainFileFault(getSettings().DATABASE_PATH)) ||
          `No se pudo: ${error.message}`,
      );
    else throw error;
  } finally {
    closeDb();
  }
}

/**
 * Prints first which database the command works on. With settings other than the server's, it would otherwise report
 * success on a database nobody uses.
 * @throws {CommandError} if the command needs a database and there is none.
 */
function nameDatabase({ database = 'needed', printsData }: Command): void {
  if (database === 'none') return;
  let path: string;
  try {
    path = resolve(getSettings().DATABASE_PATH);
  } catch (error) {
    // The command itself reports a problem with the database.
    if (database === 'optional') return;
    throw error;
  }
  const exists = existsSync(path);
  (printsData ? console.error : console.log)(`Base de datos: ${path}${exists ? '' : ' (no existe)'}`);
  if (!exists && database === 'needed') {
    throw new CommandError(
      `No existe la base ${path}. La crea el primer arranque del servidor; si debería estar, revisá DATABASE_PATH.`,
    );
  }
}

function describeCommands(unknown?: string): string {
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`);
  const heading = unknown ? `No existe la orden '${unknown}'.` : `Uso: ${calledAs} <orden> [opciones]`;
  return `${heading}\n\nÓrdenes (cada una con --help):\n${list.join('\n')}\n\nTerminan con 0 si salió bien, 1 si falló y 2 si la orden no se entiende.`;
}
