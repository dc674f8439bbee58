import { AppError } from '~/server/app-error';
import { resetSecondFactorOf } from '~/server/second-factor/reset';
import { type Command, CommandError, parseCommandLine, UsageError } from '../command';

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
