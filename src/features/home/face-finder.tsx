import './face-finder.css';
import { useRef } from 'react';
import {
  type SearchStage,
  selectRegions,
  selectSearchStage,
} from '../../../machines/face-finder/face-finder.selectors.ts';
import type { FunctionOption, OfferedFunction } from '../../../machines/model/functions.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import { countUnnamed, nameAll, readRegions } from '../../../machines/model/regions.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { selectOffered, selectRegionsOption, selectRegionsValue } from './chosen.selectors.ts';
import { FaceSwitches } from './face-switches.tsx';

type RegionsOption = Extract<FunctionOption, { kind: 'regions' }>;

type Props = { photo: Photo; offered: OfferedFunction; option: RegionsOption };

/** Shows the state of the search, and the number of faces that a start would cover. */
function FaceNote({ stage, value }: { stage: SearchStage; value: string }) {
  const t = useText();
  const regions = useChart('faceFinder', selectRegions);
  const count = regions.length;
  const covered = countUnnamed(value, regions);
  const open = readRegions(value)?.length ?? 0;
  // the number of faces that the visitor has left visible; a new search does not cover them
  const kept = open > 0 ? t('faces.kept', { count: open }) : null;
  if (stage === 'found') {
    return covered > 0 ? t('faces.found', { count, covered }) : t('faces.allOpen');
  }
  if (stage === 'none') return t('faces.none');
  if (stage === 'idle') return kept ?? t('faces.before');
  return `${t(`faces.${stage}`)} ${kept ?? t('faces.allCovered')}`;
}

function FaceSettings({ photo, offered, option }: Props) {
  const t = useText();
  const title = useRef<HTMLHeadingElement>(null);
  const stage = useChart('faceFinder', (one) => selectSearchStage(one, photo, offered.code));
  const regions = useChart('faceFinder', selectRegions);
  const value = useChart('studio', selectRegionsValue);
  const search = useSend('faceFinder');
  const send = useSend('studio');
  const change = (next: string) => send({ type: 'option.changed', name: option.name, value: next });
  const isOffered = stage === 'idle' || stage === 'failed';
  return (
    <section className="faces" aria-labelledby="faces" {...useChartAttributes('faceFinder')}>
      <h3 ref={title} id="faces" tabIndex={-1}>
        {t('faces.title')}
      </h3>
      {stage === 'found' && (
        <FaceSwitches photo={photo} regions={regions} value={value} onChange={change} />
      )}
      <p id="faces-note" className="faces-note" role="status">
        {stage === 'searching' && <span className="spinner" />}
        <FaceNote stage={stage} value={value} />
      </p>
      <div className="faces-actions">
        {isOffered && (
          <PassingButton
            nextFocus={title}
            onClick={() => search({ type: 'search.pressed', photo, offered })}
          >
            {t(stage === 'failed' ? 'failure.retry' : 'faces.find')}
          </PassingButton>
        )}
        {value !== '' && (
          <PassingButton look="quiet" nextFocus={title} onClick={() => change('')}>
            {t('faces.coverAll')}
          </PassingButton>
        )}
        {stage === 'found' && (
          <Button look="quiet" onClick={() => change(nameAll(regions, option.max))}>
            {t('faces.leaveAll')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Shows the faces that the selected function covers. The visitor can leave each face visible. */
export function FaceFinder() {
  const photo = useChart('studio', selectPhoto);
  const offered = useChart('studio', selectOffered);
  const option = useChart('studio', selectRegionsOption);
  // if this browser cannot show the photo, no faces can be marked
  if (!photo?.thumbnailUrl || !offered || !option) return null;
  return <FaceSettings photo={photo} offered={offered} option={option} />;
}
