import { AppError } from '~/server/app-error';
import { giveInitialPassword, orderResetLink } from '~/server/passwords/reset';
import { resetSecondFactorOf } from '~/server/second-factor/reset';
import { type Command, CommandError, parseCommandLine, UsageError } from '../command';

/** Gives a user a new password and ends their sessions. */
export const resetPasswordCommand: Command = {
  summary: 'da una contraseña nueva a alguien y cierra sus sesiones',
  usage: '--email correo@ejemplo.com [--link]',
  details: `Imprime una sola vez una contraseña inventada, que hay que cambiar al entrar y vence en 7 días.

  --link   en lugar de imprimirla, ordena un correo con un enlace para elegir una; lo envía el servidor en marcha`,
  async run(args) {
    const { values } = parseCommandLine(args, { email: { type: 'string' }, link: { type: 'boolean' } });
    const { email, link } = values;
    if (!email) throw new UsageError('Falta --email.');
    try {
      if (link) {
        await orderResetLink(email);
        console.log(`El correo con el enlace para ${email} está ordenado; lo envía el servidor.`);
      } else {
        console.log(`Contraseña inicial de ${email}: ${await giveInitialPassword(email)}`);
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found')
        throw new CommandError(`No hay ninguna cuenta con el email ${email}.`);
      throw error;
    }
  },
};

/** Removes somebody's second factors, even the last administrator's. */
export const resetSecondFactorCommand: Command = {
  summary: 'quita la verificación en dos pasos a quien perdió todo',
  usage: 'EMAIL',
  details: `Quita de la cuenta la aplicación y los códigos de recuperación, cierra sus sesiones y ordena un correo que se lo
cuenta; lo envía el servidor en marcha. La contraseña sigue igual. Si SECOND_FACTOR la pide, la persona la activa
de nuevo al entrar.`,
  async run(args) {
    const { positionals } = parseCommandLine(args, {}, 1);
    const [email] = positionals;
    if (!email) throw new UsageError('Falta el email de la cuenta.');
    try {
      await resetSecondFactorOf(email);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found')
        throw new CommandError(`No hay ninguna cuenta con el email ${email}.`);
      throw error;
    }
    console.log(`La cuenta de ${email} ya no tiene verificación en dos pasos, y sus sesiones se cerraron.`);
  },
};
