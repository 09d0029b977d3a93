import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { selectIsRemoving } from '../../../machines/result/result.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';

/** Shows how long the record is stored, with a button that deletes the record (R76). */
export function Retention({ record }: { record: TaskRecord }) {
  const t = useText();
  const removing = usePageChart('result', selectIsRemoving) ?? false;
  const send = useSend('result');
  return (
    <div className="retention">
      <p>
        <Icon name="clock" size={18} />
        {t('result.retention', { at: new Date(record.expiresAt) })}
      </p>
      <Button look="danger" disabled={removing} onClick={() => send({ type: 'removal.pressed' })}>
        <Icon name="trash" />
        {t(removing ? 'result.removing' : 'result.delete')}
      </Button>
    </div>
  );
}
