import './region-finder.css';
import { useRef } from 'react';
import type { FunctionOption, OfferedFunction } from '../../../machines/model/functions.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import {
  countUnnamed,
  nameAll,
  readRegions,
  wantedRegions,
} from '../../../machines/model/regions.ts';
import { hasPainted } from '../../../machines/model/strokes.ts';
import {
  type SearchStage,
  selectRegions,
  selectSearchStage,
} from '../../../machines/region-finder/region-finder.selectors.ts';
import { selectOptions } from '../../../machines/studio/studio.choice.selectors.ts';
import { selectPhoto } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { selectOffered, selectRegionsOption, selectRegionsValue } from './chosen.selectors.ts';
import { RegionSwitches } from './region-switches.tsx';
import type { CoveredPhoto } from './use-covered-photo.ts';

type RegionsOption = Extract<FunctionOption, { kind: 'regions' }>;

type Props = {
  photo: Photo;
  /** the photo with the covers of a start, or null */
  covered: CoveredPhoto | null;
  offered: OfferedFunction;
  option: RegionsOption;
};

/** Returns the found regions whose content is switched on. */
function useWantedRegions() {
  const regions = useChart('regionFinder', selectRegions);
  const options = useChart('studio', selectOptions);
  return wantedRegions(regions, options);
}

type NoteProps = Omit<Props, 'photo' | 'covered'> & { stage: SearchStage; value: string };

/** Shows the state of the search, and the number of regions that a start would cover. */
function RegionNote({ stage, offered, option, value }: NoteProps) {
  const t = useText();
  const regions = useWantedRegions();
  const options = useChart('studio', selectOptions);
  const count = regions.length;
  const covered = countUnnamed(value, regions);
  const open = readRegions(value)?.length ?? 0;
  const isPainted = hasPainted(offered, options);
  const isOff = option.shows.every((content) => options[content] === false);
  const hidesNothing = isOff || stage === 'none' || (stage === 'found' && covered === 0);
  if (isPainted && hidesNothing) return t('regions.painted');
  if (isOff) return t('regions.off');
  // the number of regions that the visitor has excluded; a new search does not cover them
  const kept = open > 0 ? t('regions.kept', { count: open }) : null;
  if (stage === 'found' && count > 0) {
    return covered > 0 ? t('regions.found', { count, covered }) : t('regions.allOpen');
  }
  if (stage === 'none' || stage === 'found') return t('regions.none');
  if (stage === 'idle') return kept ?? t('regions.before');
  return t('text.sentences', {
    first: t(`regions.${stage}`),
    second: kept ?? t('regions.allCovered'),
  });
}

function RegionSettings({ photo, covered, offered, option }: Props) {
  const t = useText();
  const title = useRef<HTMLHeadingElement>(null);
  const stage = useChart('regionFinder', (one) => selectSearchStage(one, photo, offered.code));
  const regions = useWantedRegions();
  const value = useChart('studio', selectRegionsValue);
  const search = useSend('regionFinder');
  const send = useSend('studio');
  const change = (next: string) => send({ type: 'option.changed', name: option.name, value: next });
  const isOffered = stage === 'idle' || stage === 'failed';
  return (
    <section className="regions" aria-labelledby="regions" {...useChartAttributes('regionFinder')}>
      <h3 ref={title} id="regions" tabIndex={-1}>
        {t('regions.title')}
      </h3>
      {stage === 'found' && regions.length > 0 && (
        <RegionSwitches
          photo={photo}
          covered={covered}
          regions={regions}
          value={value}
          onChange={change}
        />
      )}
      <p id="regions-note" className="regions-note" role="status">
        {stage === 'searching' && <span className="spinner" />}
        <RegionNote stage={stage} offered={offered} option={option} value={value} />
      </p>
      <div className="regions-actions">
        {isOffered && (
          <PassingButton
            nextFocus={title}
            onClick={() => search({ type: 'search.pressed', photo, offered })}
          >
            {t(stage === 'failed' ? 'failure.retry' : 'regions.find')}
          </PassingButton>
        )}
        {value !== '' && (
          <PassingButton look="quiet" nextFocus={title} onClick={() => change('')}>
            {t('regions.coverAll')}
          </PassingButton>
        )}
        {stage === 'found' && regions.length > 0 && (
          <Button look="quiet" onClick={() => change(nameAll(regions, option.max))}>
            {t('regions.leaveAll')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Shows the regions that the selected function covers. The visitor can leave each region visible. */
export function RegionFinder({ covered }: Pick<Props, 'covered'>) {
  const photo = useChart('studio', selectPhoto);
  const offered = useChart('studio', selectOffered);
  const option = useChart('studio', selectRegionsOption);
  // if this browser cannot show the photo, no regions can be marked
  if (!photo?.thumbnailUrl || !offered || !option) return null;
  return <RegionSettings photo={photo} covered={covered} offered={offered} option={option} />;
}
