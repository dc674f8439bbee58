import { writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { command } from '../command';
import { describeSchema, migrate } from '../migrate';

export const schemaCommand = command({
  summary: 'genera db/schema.sql a partir de las migraciones construidas',
  details: "Después de cambiar una migración, primero 'npm run build'.",
  database: 'none',
  run() {
    const db = new Sqlite(':memory:');
    migrate(db);
    writeFileSync('db/schema.sql', describeSchema(db));
    db.close();
    console.log('db/schema.sql está al día.');
  },
});
