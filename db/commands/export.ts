import { createWriteStream } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BYTE_ORDER_MARK, writeLine } from '~/server/csv-writer';
import { getDb } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import { EXPORT_COLUMNS } from '~/server/leads/export/columns';
import { readExport } from '~/server/leads/export/export-leads';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { EXPORT_PARTS, type ExportPart } from '~/shared/leads/enums';
import { CommandError, command, pathFromOperator, showProgress, UsageError, wholeNumber } from '../command';
import { quote, requireWritableFolder } from '../operator-files';
import { findPersonData } from '../person/export';

export const exportCommand = command({
  summary: 'exporta los leads, sus notas o su historia (CSV), o todo lo guardado sobre una persona (JSON)',
  operand: 'leads|notes|history|person',
  printsData: true,
  details: `leads    todos los leads que no están borrados, los más viejos primero, con todo lo que toma una importación. Una
         celda que una planilla ejecutaría como fórmula lleva un apóstrofo delante
notes    sus notas
history  lo que pasó con ellos
person   sus leads (también los borrados) con notas e historia, lo que envió tal como llegó, los mensajes a otros sistemas
         que la nombran, y su cuenta si tiene`,
  options: {
    '[--email correo@ejemplo.com]': 'de qué persona',
    '[--lead N]': 'de qué persona, si no tiene email: el número de su lead',
    '[--output ARCHIVO]': 'dónde escribirlo; si no, la salida estándar. No reemplaza un archivo que ya existe',
  },
  async run(values, what) {
    if (values.output !== undefined) requireOutput(pathFromOperator(values.output), what ?? '');
    const part = EXPORT_PARTS.find((name) => name === what);
    if (part) {
      await write(asCsv(part), values.output);
    } else if (what === 'person') {
      const { email = '' } = values;
      const lead = values.lead === undefined ? undefined : wholeNumber('--lead', values.lead, 1);
      if (!email && lead === undefined) throw new UsageError('Falta --email.');
      const data = findPersonData(getDb(), { email, ...(lead && { lead }) }, getSettings().MAIL_DIR);
      if (!data) throw new CommandError(`No hay nada guardado sobre ${email || `el lead ${lead}`}.`);
      await write([`${JSON.stringify(data, null, 2)}\n`], values.output);
    } else {
      throw new UsageError("Falta qué exportar: 'leads', 'notes', 'history' o 'person'.");
    }
  },
});

function requireOutput(output: string, what: string): void {
  const file = quote(join(resolve(getSettings().BACKUP_DIR), basename(output)));
  requireWritableFolder(dirname(output), [
    `export ${what} --output ${file}`,
    `sudo mv ${file} ${quote(dirname(output))}`,
  ]);
}

async function* asCsv(part: ExportPart): AsyncGenerator<string> {
  const progress = showProgress('Exportando');
  yield BYTE_ORDER_MARK + writeLine(EXPORT_COLUMNS[part].map(({ name }) => name));
  const readPiece = readExport({ orden: 'antiguos' }, { format: 'csv', zone: DEFAULT_ZONE })(part);
  for (let piece = await readPiece(0); piece; piece = await readPiece(0)) {
    yield piece.text;
    progress(piece.done / piece.total);
  }
}

async function write(chunks: Iterable<string> | AsyncIterable<string>, to: string | undefined): Promise<void> {
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
