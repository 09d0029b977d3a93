import { defineConfig } from 'drizzle-kit';

/** After a change of the schema, `npx drizzle-kit generate` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/store/schema.ts', './server/store/money.schema.ts'],
  out: './server/store/migrations',
});
