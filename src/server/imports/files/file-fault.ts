import { AppError } from '~/server/app-error';

/** Why a file cannot be read, in a sentence for whoever sent it. */
export function fileFault(message: string): AppError {
  return new AppError('invalid', { message, fields: { file: message } });
}
