import { type Command, parseCommandLine } from '../command';
import { seedDemo } from '../seed/demo';

/** Fills the (new) database with made-up data and prints the accounts that can sign in. */
export const demoCommand: Command = {
  summary: 'llena una base nueva con datos inventados e imprime tres cuentas',
  usage: '',
  database: 'optional',
  async run(args) {
    parseCommandLine(args, {});
    const accounts = await seedDemo();
    console.log('\n  Cuentas de la demostración:');
    for (const { role, email, password } of accounts) {
      console.log(`  ${role.padEnd(14)} ${email.padEnd(28)} ${password}`);
    }
  },
};
