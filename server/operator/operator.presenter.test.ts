import { expect, test } from 'vitest';
import { ordersCsv } from './operator.presenter.ts';

const at = new Date('2026-11-20T12:00:00Z');
const order = {
  code: 'LW-1',
  status: 'open',
  reason: 'purchase',
  productCode: 'p',
  credits: 1,
  amount: -5,
  currency: 'EUR',
  tax: 1,
  country: 'DE',
  ownerId: 'o',
  receiptNumber: null,
  createdAt: at,
  expiresAt: at,
  paidAt: null,
};

test.each(['=1+1@example.com', '+a@b.c', '-a@b.c', '@a', '\t=1'])(
  '%j is not a formula in a spreadsheet, and numbers stay numbers',
  (email) => {
    const csv = ordersCsv([{ ...order, email }] as unknown as Parameters<typeof ordersCsv>[0]);
    expect(csv).toContain(`,'${email},`);
    expect(csv).toContain(',-5,');
  },
);
