import { describe, expect, it } from 'vitest';
import { plainProvider } from './arithmetic.ts';
import { bestOf } from './choose-provider.ts';

const picture = Uint8Array.from({ length: 300 }, (_, index) => index % 251);
const float = { provider: plainProvider('x.onnx'), ms: 100, pixels: picture };
const other = (ms: number, pixels = picture) => ({
  provider: { name: 'int8', file: 'x.int8.onnx', executionProviders: ['cpu'] },
  ms,
  pixels,
});

describe('bestOf', () => {
  it('chooses the fastest provider', () => {
    expect(bestOf([float, other(40)]).name).toBe('int8');
  });

  it('keeps floats if another provider is only slightly faster', () => {
    expect(bestOf([float, other(95)]).name).toBe('float');
  });

  it('tolerates a rounding error', () => {
    const rounded = picture.map((value, index) => value + (index % 2));
    expect(bestOf([float, other(40, rounded)]).name).toBe('int8');
  });

  it('refuses a provider whose picture differs, however fast it is', () => {
    const saturated = picture.map((value) => Math.min(value, 200));
    expect(bestOf([float, other(1, saturated)]).name).toBe('float');
    expect(bestOf([float, other(1, new Uint8Array())]).name).toBe('float');
  });
});
