import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next migration after a change of the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/store/schema.ts', './server/store/money.schema.ts'],
  out: './server/store/migrations',
});
