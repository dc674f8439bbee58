import { writeFileSync } from 'node:fs';
import { getDb } from '~/server/db';
import { type Command, parseCommandLine } from '../command';
import { describeSchema } from '../schema';

/** Writes db/schema.sql anew from the migrated database; for whoever adds a migration. */
export const schemaCommand: Command = {
  summary: 'genera db/schema.sql a partir de las migraciones',
  usage: '',
  run(args) {
    parseCommandLine(args, {});
    writeFileSync('db/schema.sql', describeSchema(getDb()));
    console.log('db/schema.sql está al día.');
  },
};
