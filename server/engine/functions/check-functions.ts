import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { offeredFunction, operatorFunctionTypeFrom } from '../../../contract/functions.ts';
import { isOptionValue } from '../../../machines/model/function-options.ts';
import { StartRefused } from '../../platform/errors.ts';
import { type FunctionManifest, offered } from './manifest.ts';

/** Schema of the manifest fields that are not sent to visitors. */
const ownPart = z.object({
  credits: z.int().min(0),
  unit: z.union([z.literal(1), z.literal(2)]),
  refusal: z.enum(['nothing_to_clean', 'nothing_to_improve']).optional(),
  estimatePer: z.enum(['megapixel', 'run']),
  workloads: z.array(z.object({ options: z.array(z.string()) })).optional(),
  models: z.array(z.string()),
  body: z.string().min(1),
});

const wordsOf = ({ error }: z.ZodSafeParseResult<unknown>): string[] =>
  (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);

function optionFaults({ options }: FunctionManifest): string[] {
  const names = options.map(({ name }) => name);
  return options.flatMap((option, index) => {
    const { name } = option;
    const faults =
      names.indexOf(name) < index ? [`options.${index}.name: ${name} is used twice`] : [];
    if (isOptionValue(option, option.default)) return faults;
    return [...faults, `options.${index}.default: the option ${name} does not allow this value`];
  });
}

/** Returns the faults of a manifest, by field. The part for visitors must match the contract. */
export function manifestFaults(manifest: FunctionManifest): string[] {
  const shown = offeredFunction.safeParse(offered(manifest, { estimate: null, deadlineMs: 1 }));
  const faults = [...wordsOf(shown), ...wordsOf(ownPart.safeParse(manifest))];
  if (faults.length > 0) return faults;
  // R35: the application expects rejected photos only from these two types.
  if (manifest.mayReject && manifest.type !== 49 && manifest.type !== 50) {
    faults.push('mayReject: only a function of type 49 or 50 may reject a photo');
  }
  return [...faults, ...optionFaults(manifest)];
}

const fileOf = ({ body }: FunctionManifest) => `server/engine/functions/${body}/manifest.ts`;

function listFaults(manifest: FunctionManifest, earlier: readonly FunctionManifest[]): string[] {
  const { code, type, body } = manifest;
  const faults = manifestFaults(manifest);
  if (earlier.some((other) => other.code === code)) faults.push(`code: ${code} is used twice`);
  if (earlier.some((other) => other.type === type)) faults.push(`type: ${type} is used twice`);
  if (type >= operatorFunctionTypeFrom) {
    faults.push(`type: ${type} belongs to operators, use one below ${operatorFunctionTypeFrom}`);
  }
  if (body && !existsSync(path.join(import.meta.dirname, body, 'run.ts'))) {
    faults.push(`body: there is no file server/engine/functions/${body}/run.ts`);
  }
  return faults;
}

/**
 * Refuses the start if a built-in function has a faulty manifest. Otherwise every visitor's first
 * call would fail.
 * @throws StartRefused that lists every fault with its file and field
 */
export function checkFunctions(manifests: readonly FunctionManifest[]): void {
  const faults = manifests.flatMap((manifest, index) =>
    listFaults(manifest, manifests.slice(0, index)).map(
      (fault) => `${fileOf(manifest)}, function "${manifest.code}": ${fault}`,
    ),
  );
  if (faults.length === 0) return;
  throw new StartRefused(`Functions have faults. Correct these files:\n- ${faults.join('\n- ')}`);
}
