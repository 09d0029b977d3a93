import { EngineError } from '../../engine.port.ts';
import { writeRows } from '../../image/write-rows.ts';
import { enlarge } from '../../network/enlarge.ts';
import { enlargingNetwork } from '../../network/upscalers.ts';
import { measureError } from '../../noise/measure.ts';
import { removeNoise } from '../../noise/remove.ts';
import { analyse } from '../../tone/analyse.ts';
import { ToneFilter } from '../../tone/apply.ts';
import { type FunctionBody, type FunctionRun, surveyOf, wholePhoto } from '../function.ts';
import { better } from './manifest.ts';
import { examine, faceFinder, type Part } from './needs.ts';

const [cleaner, enlarger] = better.models;
/** Share of the work that the removal of noise and blocks takes, without and with an enlargement. */
const cleaning = { alone: 0.9, before: 0.3 };

type Tools = FunctionRun<Record<Part, boolean>>;

export const run: FunctionBody<typeof better> = async (tools) => {
  const { photo, options, createSink } = tools;
  const survey = tools.survey ?? surveyOf(photo);
  const finder = faceFinder({ ...tools, checkpoint: () => tools.checkpoint('running', 0) });
  const findings = await tools.reuse(() => examine(survey, finder));
  const parts = new Set(findings.parts.filter((part) => options[part]));
  if (parts.size === 0 && !tools.survey) {
    throw new EngineError(better.refusal, 'The photo needs none of the selected repairs');
  }
  const isLarger = parts.has('size');
  const start =
    parts.has('noise') || parts.has('blocks') ? cleaning[isLarger ? 'before' : 'alone'] : 0;
  const clean = start > 0 ? await cleaned(tools, parts, start) : photo;
  const change = await toneOf(tools, { parts, clean, findings });
  const checkpoint: Tools['checkpoint'] = (stage, fraction) =>
    tools.checkpoint(stage, start + (1 - start) * fraction);
  if (isLarger) {
    const rgb = new Uint8Array(clean.rgb);
    change(rgb, 0, photo.height);
    const resumed = (fraction: number) => tools.resumed(start + (1 - start) * fraction);
    const toned = { ...tools, photo: { ...clean, rgb }, checkpoint, resumed };
    await enlarge(toned, enlargingNetwork(tools.modelFile(enlarger), 2));
  } else {
    const { width, height, alpha } = photo;
    const sink = await createSink({ width, height, alpha: alpha !== null });
    const onRows = (fraction: number) => checkpoint('running', fraction);
    await writeRows({ photo: clean, sink, change, onRows });
  }
  const { parts: needs, faces } = findings;
  return { kind: 'succeeded', region: wholePhoto(photo), findings: { needs, faces } };
};

async function cleaned(
  { photo, sessions, modelFile, checkpoint }: Tools,
  parts: Set<Part>,
  share: number,
) {
  const rgb = await removeNoise(photo, {
    sessions,
    file: modelFile(cleaner),
    noise: parts.has('noise') ? 1 : 0,
    blocks: parts.has('blocks') ? 1 : 0,
    onProgress: (fraction) => checkpoint('running', share * fraction),
  });
  return { ...photo, rgb };
}

interface Cleaned {
  parts: Set<Part>;
  clean: Tools['photo'];
  findings: Awaited<ReturnType<typeof examine>>;
}

/** Returns the change of light, contrast and sharpness. */
async function toneOf({ photo, survey }: Tools, { parts, clean, findings }: Cleaned) {
  const wanted = {
    light: parts.has('light'),
    contrast: parts.has('contrast'),
    sharpness: parts.has('sharpness'),
  };
  if (!Object.values(wanted).includes(true)) return () => {};
  const error = wanted.sharpness ? measureError(photo) : 0;
  const settings = { strength: 1, error, faces: findings.faceTone, ...wanted };
  const measured = survey && { ...survey, tone: findings.tone };
  const filter = new ToneFilter(clean, await analyse(clean, settings, measured));
  return (rgb: Uint8Array, top: number, rows: number) => filter.apply(rgb, top, rows);
}
