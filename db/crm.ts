import { closeDb } from '~/server/db';
import { SettingsError } from '~/server/env';
import { type Command, CommandError } from './command';
import { createAdminCommand } from './commands/create-admin';
import { demoCommand } from './commands/demo';
import { schemaCommand } from './commands/schema';
import { DatabaseUnfitError } from './migrate';

const commands: Record<string, Command> = {
  'create-admin': createAdminCommand,
  demo: demoCommand,
  schema: schemaCommand,
};

/** Resolves when the command named on the command line is done. */
export const finished = run(process.argv.slice(2));

async function run([name, ...args]: string[]): Promise<void> {
  const command = name ? commands[name] : undefined;
  if (!command) {
    const asked = name === undefined || name === '--help' || name === 'help';
    (asked ? console.log : console.error)(describeCommands(asked ? undefined : name));
    if (!asked) process.exitCode = 2;
    return;
  }
  if (args.includes('--help')) {
    console.log(`${command.summary}\n\nUso: npm run crm -- ${name} ${command.usage}`.trimEnd());
    return;
  }
  try {
    await command.run(args);
  } catch (error) {
    const expected =
      error instanceof CommandError || error instanceof SettingsError || error instanceof DatabaseUnfitError;
    if (!expected) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    closeDb();
  }
}

function describeCommands(unknown?: string): string {
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`);
  const heading = unknown ? `No existe la orden '${unknown}'.` : 'Uso: npm run crm -- <orden> [opciones]';
  return `${heading}\n\nÓrdenes (cada una con --help):\n${list.join('\n')}`;
}
