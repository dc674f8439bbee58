import { getDb } from '~/server/db';
import { type Command, CommandError, parseCommandLine, UsageError } from '../command';
import { type Erasure, erasePersonData, foreseeErasure } from '../person-data';

/** Removes what is kept about somebody who asks for it. */
export const eraseCommand: Command = {
  summary: 'elimina para siempre lo guardado sobre una persona',
  usage: '--email correo@ejemplo.com [--yes]',
  details: `Sin --yes solo dice qué eliminaría. Elimina sus leads (también los borrados) con notas e historia, lo que envió tal como
llegó y los mensajes al flujo sobre esos leads, también los que faltaba enviar. No elimina una cuenta ni un agente de una
agencia, que se eliminan en sus pantallas; ni lo que está en los respaldos o en otros sistemas.

  --yes   eliminar de verdad; no se puede deshacer`,
  run(args) {
    const { values } = parseCommandLine(args, { email: { type: 'string' }, yes: { type: 'boolean' } });
    const { email, yes } = values;
    if (!email) throw new UsageError('Falta --email.');
    const erasure = yes ? erasePersonData(getDb(), email) : foreseeErasure(getDb(), email);
    const { leads, enquiries, deliveries, isAgent, hasAccount } = erasure;
    if (leads + enquiries + deliveries === 0 && !isAgent && !hasAccount)
      throw new CommandError(`No hay nada guardado sobre ${email}.`);
    console.log(describe(erasure));
    if (!yes) console.log('No se eliminó nada todavía. Para eliminarlo, repetí la orden con --yes.');
  },
};

function describe({ leads, enquiries, deliveries, isAgent, hasAccount }: Erasure): string {
  const lines = [
    `${String(leads).padStart(8)}  leads, con sus notas y su historia`,
    `${String(enquiries).padStart(8)}  consultas tal como llegaron`,
    `${String(deliveries).padStart(8)}  mensajes al flujo de automatización`,
  ];
  if (hasAccount) lines.push('Su cuenta queda: se elimina en /users.');
  if (isAgent) lines.push('Queda como agente de una agencia: se elimina en la página de la agencia.');
  return lines.join('\n');
}
