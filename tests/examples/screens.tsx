import { useMessageRef } from '../../src/i18n/text.tsx';
import { useDialogChart, usePageChart, useSend } from '../../src/machine-react/use-chart.ts';
import { useChartAttributes } from '../../src/machine-react/use-chart-attributes.ts';
import { Button } from '../../src/ui/button.tsx';
import { Dialog } from '../../src/ui/dialog.tsx';
import type { CommentContext, CommentEvent } from './comment/comment.types.ts';
import type { GuideEvent } from './guide/guide.types.ts';
import type { RatingEvent } from './rating/rating.types.ts';

/* In the product each screen is a folder of src/features, and no cast is needed. */
const rating = 'rating' as 'toast';
const guide = 'guide' as 'records';
const comment = 'comment' as 'messageBox';

const useSay = () => {
  const words = useMessageRef();
  return (id: string) => words({ id });
};

export function Rating() {
  const say = useSay();
  const state = usePageChart(rating, ({ value }) => String(value));
  const send = useSend(rating) as unknown as (event: RatingEvent) => void;
  const attributes = useChartAttributes(rating);
  if (state === null || state === 'silent') return null;
  const give = (happy: boolean) => send({ type: 'rating.given', happy });
  return (
    <section {...attributes}>
      {state === 'asking' && (
        <>
          <Button onClick={() => give(true)}>{say('rating.happy')}</Button>
          <Button onClick={() => give(false)}>{say('rating.unhappy')}</Button>
        </>
      )}
      {state === 'failed' && (
        <Button onClick={() => send({ type: 'rating.retried' })}>{say('rating.retry')}</Button>
      )}
    </section>
  );
}

export function Guide() {
  const say = useSay();
  const send = useSend(guide) as unknown as (event: GuideEvent) => void;
  return (
    <article {...useChartAttributes(guide)}>
      <h1>{say('guide.title')}</h1>
      <Button onClick={() => send({ type: 'guide.finished' })}>{say('guide.finish')}</Button>
    </article>
  );
}

export function Comment() {
  const say = useSay();
  const context = useDialogChart(comment, ({ context }) => context) as unknown as CommentContext;
  const send = useSend(comment) as unknown as (event: CommentEvent) => void;
  const attributes = useChartAttributes(comment);
  const type = (text: string) => send({ type: 'comment.changed', text });
  return (
    <Dialog
      title={say('comment.title')}
      attributes={attributes}
      onDismiss={() => send({ type: 'comment.sent' })}
      actions={
        <Button onClick={() => send({ type: 'comment.sent' })}>{say('comment.send')}</Button>
      }
    >
      <input
        aria-label={say('comment.title')}
        value={context.comment}
        onChange={({ target }) => type(target.value)}
      />
    </Dialog>
  );
}
