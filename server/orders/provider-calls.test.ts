import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { noTracing } from '../platform/tracing/tracing.port.ts';
import { ChargeRefused, type PaymentProvider } from '../providers/provider.port.ts';
import { answered, NoAnswer, withKnownErrors } from './provider-calls.ts';

const failing = (error: unknown) =>
  withKnownErrors(
    { name: 'stripe', status: () => Promise.reject(error) } as unknown as PaymentProvider,
    noTracing,
  )
    .status({} as never)
    .then(() => {});

const codeOf = (asking: Promise<void>, onError: (error: unknown) => void) =>
  answered(asking, onError).then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('a call to a provider', () => {
  test('without an answer fails as provider_unavailable, and is reported to the operator with its cause', async () => {
    const onError = vi.fn();
    const cause = new Error('ECONNRESET');
    expect(await codeOf(failing(cause), onError)).toBe('provider_unavailable');
    expect(onError.mock.calls).toEqual([[expect.any(NoAnswer)]]);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      message: 'stripe did not answer: ECONNRESET',
      cause,
    });
  });

  test.each([new ChargeRefused('no_such_method'), new AppError('invalid_signature', 'forged')])(
    'answered with $name keeps that error',
    async (error) => {
      await expect(failing(error)).rejects.toBe(error);
    },
  );

  test("keeps the server's own errors", async () => {
    const onError = vi.fn();
    const fault = new Error('deadlock detected');
    expect(await codeOf(Promise.reject(fault), onError)).toBe(fault);
    expect(onError).not.toHaveBeenCalled();
  });
});
