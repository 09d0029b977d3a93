import { bigint, timestamp } from 'drizzle-orm/pg-core';

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const money = (name: string) => bigint(name, { mode: 'number' });
