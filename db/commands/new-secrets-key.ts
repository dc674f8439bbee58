import { ensurePushKeys } from '~/server/notices/push/keys';
import { replaceLostKey } from '~/server/secrets/encryption';
import { CommandError, command, UsageError } from '../command';

export const newSecretsKeyCommand = command({
  summary: 'hace otra clave de secretos, si la que había se perdió',
  details: `Solo cuando el archivo SECRETS_KEY_FILE se perdió y no está en ningún respaldo: lo que la base guarda cifrado con la
clave perdida no se puede leer nunca más. Quien usa la verificación en dos pasos entra con un código de recuperación y la
configura de nuevo; los secretos de los webhooks hechos en el CRM se renuevan en su pantalla; cada quien vuelve a activar los
avisos en su teléfono o navegador, y los enlaces «dejar de recibir» de correos ya enviados dejan de servir. A quienes se olvidó hasta
ahora no se los reconoce en un respaldo de antes: si restaurás uno, repetí 'erase'. Si la clave está y es la
que corresponde, no hace nada.`,
  options: { '--yes': 'hacerla' },
  async run({ yes }) {
    if (!yes) throw new UsageError('Falta --yes: lo cifrado con la clave anterior queda ilegible para siempre.');
    const replaced = await replaceLostKey();
    if (!replaced) throw new CommandError('La clave no se perdió, así que no se hizo nada.');
    await ensurePushKeys();
    console.log(`Clave nueva: ${replaced.path}`);
    if (replaced.kept) console.log(`La que había en ese lugar quedó en ${replaced.kept}`);
  },
});
