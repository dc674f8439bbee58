import type { Database } from 'better-sqlite3';

/** Selects the product's own tables, indexes and triggers. Litestream adds two tables of its own. */
export const IS_OWN = "name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*'";

/** The schema as SQL text, independent of migration history. db/schema.sql contains this text. */
export function describeSchema(db: Database): string {
  const statements = db
    .prepare<[], string>(
      `SELECT sql || ';' FROM sqlite_schema
       WHERE sql IS NOT NULL AND ${IS_OWN}
       ORDER BY tbl_name, CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, name`,
    )
    .pluck()
    .all();
  return `-- Generated from db/migrations by 'npm run crm -- schema'. Do not edit.\n\n${statements.join('\n\n')}\n`;
}
