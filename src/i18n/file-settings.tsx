import './file-settings.css';
import {
  selectFileStage,
  selectFormat,
  selectFormats,
  selectLimit,
  selectLosesTransparency,
  selectOwnKilobytes,
  selectQuality,
  selectSide,
  selectSides,
} from '../../machines/encoder/encoder.selectors.ts';
import type { LimitKind } from '../../machines/encoder/encoder.types.ts';
import { limits } from '../../machines/encoder/encoder.wish.ts';
import { qualities, type SaveFormat } from '../../machines/model/picture-format.ts';
import { useChart, useSend } from '../machine-react/use-chart.ts';
import { ChoiceRow } from '../ui/choice-row.tsx';
import { Field } from '../ui/field.tsx';
import { Slider } from '../ui/slider.tsx';
import { formatName } from './format-names.ts';
import { useText } from './text.tsx';
import { useFormats } from './use-formats.ts';

/** Charts that make files: `encoder` from the studio's photo, `resultEncoder` from the result. */
export type EncoderChart = 'encoder' | 'resultEncoder';

type Props = { chart: EncoderChart };

export function FormatChoice({ chart }: Props) {
  const t = useText();
  const formats = useChart(chart, selectFormats);
  const format = useChart(chart, selectFormat);
  const losesTransparency = useChart(chart, selectLosesTransparency);
  const send = useSend(chart);
  return (
    <>
      <ChoiceRow
        label={t('result.formats')}
        choices={formats.map((value) => ({
          value,
          name: value === 'delivered' ? t('result.formats.delivered') : formatName(value),
        }))}
        value={format}
        onChange={(value) => send({ type: 'format.chosen', format: value as SaveFormat })}
      />
      {losesTransparency && <p className="file-note">{t('result.formats.transparency')}</p>}
    </>
  );
}

/** Shows the choice of the size in pixels. Shows nothing if the picture is small. */
function SideChoice({ chart }: Props) {
  const t = useText();
  const { number } = useFormats();
  const sides = useChart(chart, selectSides);
  const side = useChart(chart, selectSide);
  const send = useSend(chart);
  if (sides.length < 2) return null;
  return (
    <ChoiceRow
      label={t('file.side')}
      choices={sides.map((one) => ({
        value: String(one),
        name: one === null ? t('file.side.original') : t('variant.pixels', { side: number(one) }),
      }))}
      value={String(side)}
      onChange={(value) =>
        send({ type: 'side.chosen', side: sides.find((one) => String(one) === value) ?? null })
      }
    />
  );
}

function OwnLimit({ chart }: Props) {
  const t = useText();
  const kilobytes = useChart(chart, selectOwnKilobytes);
  const isOutOfRange = useChart(chart, (snapshot) => selectFileStage(snapshot) === 'outOfRange');
  const send = useSend(chart);
  const { least, most } = limits;
  return (
    <Field
      label={t('file.limit.kilobytes')}
      inputMode="numeric"
      autoComplete="off"
      value={kilobytes > 0 ? String(kilobytes) : ''}
      problem={isOutOfRange ? t('file.limit.range', { least, most }) : null}
      onChange={(value) =>
        send({ type: 'limit.changed', kilobytes: Number(value.replace(/\D/g, '')) })
      }
    />
  );
}

/** Shows the choice of a limit in bytes, or of the quality if there is no limit. */
function LimitChoice({ chart }: Props) {
  const t = useText();
  const { bytes, percent } = useFormats();
  const limit = useChart(chart, selectLimit);
  const quality = useChart(chart, selectQuality);
  const send = useSend(chart);
  const choices = [
    { value: 'none', name: t('file.limit.none') },
    { value: 'usual', name: t('file.limit.usual', { size: bytes(limits.usual * 1000) }) },
    { value: 'own', name: t('file.limit.own') },
  ];
  return (
    <>
      <ChoiceRow
        label={t('file.limit')}
        choices={choices}
        value={limit}
        onChange={(value) => send({ type: 'limit.chosen', limit: value as LimitKind })}
      />
      {limit === 'own' && <OwnLimit chart={chart} />}
      {quality !== null && (
        <Slider
          label={t('result.quality')}
          min={qualities.least}
          max={qualities.most}
          step={qualities.step}
          value={quality}
          valueText={percent(quality / 100)}
          onChange={(value) => send({ type: 'quality.changed', quality: value })}
        />
      )}
    </>
  );
}

/** Shows the choices of pixels and bytes. The unchanged result has neither choice. */
export function SizeChoice({ chart }: Props) {
  const isDelivered = useChart(chart, (snapshot) => selectFormat(snapshot) === 'delivered');
  if (isDelivered) return null;
  return (
    <>
      <SideChoice chart={chart} />
      <LimitChoice chart={chart} />
    </>
  );
}
