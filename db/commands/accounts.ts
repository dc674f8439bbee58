import { text } from 'node:stream/consumers';
import { createAdmin } from '~/server/accounts/first-admin';
import { AppError } from '~/server/app-error';
import { giveInitialPassword, orderResetLink, resetSecondFactorOf } from '~/server/passwords/reset-by-others';
import { makeToken } from '~/server/secrets/random-tokens';
import { setUpAdminSchema } from '~/shared/accounts/schema';
import { fieldErrors } from '~/shared/errors';
import { CommandError, command, UsageError } from '../command';

export const createAdminCommand = command({
  summary: 'crea un administrador',
  options: { '--email correo@ejemplo.com': '', '--name "Nombre"': '', '[--password-stdin]': '' },
  async run(values) {
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
});

export const resetPasswordCommand = command({
  summary: 'da una contraseña nueva a alguien y cierra sus sesiones',
  details: 'Imprime una sola vez una contraseña inventada, que hay que cambiar al entrar y vence en 7 días.',
  options: {
    '--email correo@ejemplo.com': '',
    '[--link]':
      'en lugar de imprimirla, ordena un correo con un enlace para elegir una; lo envía el servidor en marcha',
  },
  async run({ email, link }) {
    if (!email) throw new UsageError('Falta --email.');
    if (link) {
      await orderResetLink(email).catch(explain(email));
      console.log(`El correo con el enlace para ${email} está ordenado; lo envía el servidor.`);
    } else {
      const password = await giveInitialPassword(email).catch(explain(email));
      console.log(`Contraseña inicial de ${email}: ${password}`);
    }
  },
});

export const resetSecondFactorCommand = command({
  summary: 'quita la verificación en dos pasos a quien perdió todo',
  operand: 'EMAIL',
  details: `Quita de la cuenta la aplicación y los códigos de recuperación, cierra sus sesiones y ordena un correo que se lo
cuenta; lo envía el servidor en marcha. La contraseña sigue igual. Si SECOND_FACTOR la pide, la persona la activa
de nuevo al entrar.`,
  async run(_, email) {
    if (!email) throw new UsageError('Falta el email de la cuenta.');
    await resetSecondFactorOf(email).catch(explain(email));
    console.log(`La cuenta de ${email} ya no tiene verificación en dos pasos, y sus sesiones se cerraron.`);
  },
});

/** Rethrows; a missing account becomes a sentence for the operator. */
const explain = (email: string) => (error: unknown) => {
  if (error instanceof AppError && error.code === 'not_found')
    throw new CommandError(`No hay ninguna cuenta con el email ${email}.`);
  throw error;
};
