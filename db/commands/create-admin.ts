import { text } from 'node:stream/consumers';
import { createAdmin } from '~/server/accounts/first-admin';
import { makeToken } from '~/server/accounts/secret-tokens';
import { AppError } from '~/server/app-error';
import { setUpAdminSchema } from '~/shared/accounts/schema';
import { fieldErrors } from '~/shared/errors';
import { type Command, CommandError, parseCommandLine } from '../command';

/** Creates an administrator. The password comes from standard input; without one, a random one is printed once. */
export const createAdminCommand: Command = {
  summary: 'crea un administrador',
  usage: '--email correo@ejemplo.com --name "Nombre" [--password-stdin]',
  async run(args) {
    const { values } = parseCommandLine(args, {
      email: { type: 'string' },
      name: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    });
    const password = values['password-stdin']
      ? (await text(process.stdin)).replace(/\r?\n$/, '')
      : makeToken().slice(0, 20);
    const account = setUpAdminSchema.omit({ token: true }).safeParse({
      email: values.email,
      name: values.name ?? values.email?.split('@')[0],
      password,
    });
    if (!account.success) throw new CommandError(Object.values(fieldErrors(account.error)).join('\n'));
    try {
      await createAdmin(account.data);
    } catch (error) {
      if (error instanceof AppError)
        throw new CommandError(Object.values(error.fields ?? { '': error.message }).join('\n'));
      throw error;
    }
    console.log(`Administrador creado: ${account.data.email}`);
    if (!values['password-stdin']) console.log(`Contraseña: ${password}`);
  },
};
