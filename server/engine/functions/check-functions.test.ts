import { describe, expect, it } from 'vitest';
import { StartRefused } from '../../platform/errors.ts';
import { checkFunctions } from './check-functions.ts';
import { enhance } from './enhance/manifest.ts';
import type { FunctionManifest } from './manifest.ts';
import { manifests } from './manifests.ts';

const file = 'server/engine/functions/enhance/manifest.ts, function "enhance"';
const [strength] = enhance.options;

const faultOf = (changed: object, others: readonly FunctionManifest[] = []) => {
  try {
    checkFunctions([...others, { ...enhance, ...changed } as FunctionManifest]);
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as StartRefused).message;
  }
  return 'nothing is wrong';
};

describe('a built-in function', () => {
  it('is offered unchanged', () => {
    expect(() => checkFunctions(manifests)).not.toThrow();
  });

  it.each(Object.keys(enhance).filter((field) => field !== 'code' && field !== 'body'))(
    'is refused at the start without its field %s',
    (field) => {
      expect(faultOf({ [field]: undefined })).toContain(`${file}: ${field}:`);
    },
  );

  it.each([
    ['code', { code: 'Enhance!' }, 'code:'],
    ['body', { body: 'nowhere' }, 'body: there is no file server/engine/functions/nowhere/run.ts'],
    ['credits', { credits: -1 }, 'credits:'],
    ['unit', { unit: 3 }, 'unit:'],
    ['preview', { preview: { of: 'whole', side: 0 } }, 'preview.side:'],
    ['limits', { limits: { ...enhance.limits, formats: ['psd'] } }, 'limits.formats.0:'],
    ['type of an operator', { type: 100 }, 'type: 100 belongs to operators'],
    ['right to reject', { mayReject: true }, 'mayReject: only a function of type 49 or 50'],
    ['default', { options: [{ ...strength, default: 45 }] }, 'options.0.default: the option'],
    ['option twice', { options: [strength, strength] }, 'options.1.name: strength is used twice'],
  ])('is refused at the start with a wrong %s', (_, changed, fault) => {
    expect(faultOf(changed)).toContain(fault);
  });

  it('is refused if another function has its code or type', () => {
    expect(faultOf({}, [enhance])).toContain(`${file}: code: enhance is used twice`);
    expect(faultOf({ code: 'other' }, [enhance])).toContain('type: 21 is used twice');
  });
});
