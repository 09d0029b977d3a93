import { defineConfig } from 'drizzle-kit';

/** After a change of the schema, `npx drizzle-kit generate` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/**/*.schema.ts',
  out: './server/platform/database/migrations',
});
