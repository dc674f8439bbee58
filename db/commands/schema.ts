import { writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { type Command, parseCommandLine } from '../command';
import { describeSchema, migrate } from '../migrate';

/** Regenerates db/schema.sql from the built migrations. For authors of migrations. */
export const schemaCommand: Command = {
  summary: 'genera db/schema.sql a partir de las migraciones construidas',
  usage: '',
  details: "Después de cambiar una migración, primero 'npm run build'.",
  database: 'none',
  run(args) {
    parseCommandLine(args, {});
    const db = new Sqlite(':memory:');
    migrate(db);
    writeFileSync('db/schema.sql', describeSchema(db));
    db.close();
    console.log('db/schema.sql está al día.');
  },
};
