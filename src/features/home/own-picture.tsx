import './own-picture.css';
import { type RefObject, useRef } from 'react';
import type { OfferedFunction } from '../../../machines/model/functions.ts';
import { isPictureKey } from '../../../machines/model/own-value.ts';
import {
  type PictureStage,
  selectFailure,
  selectPicture,
  selectProblem,
  selectStage,
} from '../../../machines/own-picture/own-picture.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { reasonWords } from './left-out-note.tsx';

const stageWords: Record<Exclude<PictureStage, 'none' | 'ready' | 'failed'>, MessageId> = {
  checking: 'picture.checking',
  sending: 'picture.sending',
  paused: 'picture.paused',
};

/** Shows the name of the picture, or what happens to it, or what is missing. */
function PictureNote({ value }: { value: string | null }) {
  const t = useText();
  const stage = useChart('ownPicture', selectStage);
  const picture = useChart('ownPicture', selectPicture);
  const failure = useChart('ownPicture', selectFailure);
  if (stage === 'failed') return failure && <FailureText failure={failure} />;
  if (stage === 'ready') return picture?.name;
  if (stage === 'none')
    return value !== null && t(isPictureKey(value) ? 'picture.kept' : 'picture.needed');
  return (
    <>
      <span className="spinner" />
      {t(stageWords[stage])}
    </>
  );
}

type Props = {
  offered: OfferedFunction;
  /** the value of the option, or null if no words ask for a picture */
  value: string | null;
  noteId?: string;
  isShown: boolean;
  input: RefObject<HTMLInputElement | null>;
};

/** Shows the visitor's own picture, with buttons to choose, replace and remove it. */
export function OwnPicture({ offered, value, noteId, isShown, input }: Props) {
  const t = useText();
  const note = useRef<HTMLParagraphElement>(null);
  const stage = useChart('ownPicture', selectStage);
  const picture = useChart('ownPicture', selectPicture);
  const problem = useChart('ownPicture', selectProblem);
  const send = useSend('ownPicture');
  const isInterrupted = stage === 'paused' || stage === 'failed';
  return (
    <section
      className="own-picture"
      aria-label={t('option.own.picture')}
      hidden={!isShown}
      {...useChartAttributes('ownPicture')}
    >
      {picture?.thumbnailUrl && <img src={picture.thumbnailUrl} alt="" />}
      <div className="own-picture-text">
        <p id={noteId} ref={note} tabIndex={-1} role="status">
          <PictureNote value={value} />
        </p>
        {problem && (
          <p className="own-picture-problem" role="alert">
            {t('picture.refused', { reason: t(reasonWords[problem]) })}
          </p>
        )}
      </div>
      <div className="own-picture-ways">
        {isInterrupted && (
          <PassingButton nextFocus={note} onClick={() => send({ type: 'retry.pressed' })}>
            {t('failure.retry')}
          </PassingButton>
        )}
        <FileButton
          input={input}
          onFiles={([file]) => file && send({ type: 'picture.chosen', file, offered })}
        >
          {t(stage === 'none' ? 'picture.choose' : 'picture.replace')}
        </FileButton>
        {stage !== 'none' && (
          <PassingButton
            look="quiet"
            nextFocus={note}
            onClick={() => send({ type: 'picture.removed' })}
          >
            {t('picture.remove')}
          </PassingButton>
        )}
      </div>
    </section>
  );
}
