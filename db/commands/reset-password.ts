import { AppError } from '~/server/app-error';
import { giveInitialPassword, orderResetLink } from '~/server/passwords/operator-reset';
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
