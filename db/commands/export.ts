import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BYTE_ORDER_MARK, writeLine } from '~/server/csv';
import { getDb } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import { LEAD_COLUMNS } from '~/shared/leads/export/columns';
import { type Command, CommandError, parseCommandLine, pathFromOperator, UsageError } from '../command';
import { findPersonData } from '../person/export';
import { showProgress } from '../progress';

/** Writes the leads as CSV, or everything that is kept about one person as JSON. */
export const exportCommand: Command = {
  summary: 'exporta los leads (CSV) o todo lo guardado sobre una persona (JSON)',
  usage: 'leads | person --email correo@ejemplo.com  [--output ARCHIVO]',
  printsData: true,
  details: `leads    todos los leads que no están borrados, los más viejos primero. Una celda que una planilla ejecutaría como
         fórmula lleva un apóstrofo delante
person   sus leads (también los borrados) con notas e historia, lo que envió tal como llegó, los mensajes a otros sistemas
         que la nombran, y su cuenta si tiene

  --output ARCHIVO   dónde escribirlo; si no, la salida estándar. No reemplaza un archivo que ya existe`,
  async run(args) {
    const { values, positionals } = parseCommandLine(
      args,
      { email: { type: 'string' }, output: { type: 'string' } },
      1,
    );
    const [what] = positionals;
    if (what === 'leads') {
      await write(leadsAsCsv(), values.output);
    } else if (what === 'person') {
      if (!values.email) throw new UsageError('Falta --email.');
      const data = findPersonData(getDb(), values.email, getSettings().MAIL_DIR);
      if (!data) throw new CommandError(`No hay nada guardado sobre ${values.email}.`);
      await write([`${JSON.stringify(data, null, 2)}\n`], values.output);
    } else {
      throw new UsageError("Falta qué exportar: 'leads' o 'person'.");
    }
  },
};

function* leadsAsCsv(): Generator<string> {
  const db = getDb();
  const progress = showProgress('Exportando');
  const total = Number(db.prepare('SELECT count(*) FROM leads WHERE deleted_at IS NULL').pluck().get());
  yield BYTE_ORDER_MARK + writeLine([...LEAD_COLUMNS]);
  const rows = db
    .prepare<[], (string | number | null)[]>(
      `SELECT ${LEAD_COLUMNS.join(', ')} FROM leads WHERE deleted_at IS NULL ORDER BY created_at, id`,
    )
    .raw();
  let done = 0;
  for (const row of rows.iterate()) {
    yield writeLine(row);
    done += 1;
    progress(done / total);
  }
}

async function write(chunks: Iterable<string>, to: string | undefined): Promise<void> {
  const source = Readable.from(chunks);
  const output = to && pathFromOperator(to);
  if (!output) {
    await pipeline(source, process.stdout, { end: false });
    return;
  }
  try {
    await pipeline(source, createWriteStream(output, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw new CommandError(`No se pudo escribir ${output}: ${(error as Error).message}`, { cause: error });
  }
  console.log(`Escrito: ${output}`);
}
