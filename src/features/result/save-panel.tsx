import { selectFormat, selectSuggested } from '../../../machines/encoder/encoder.selectors.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { FileSize, SaveFile } from '../../i18n/file-facts.tsx';
import { FormatChoice, SizeChoice } from '../../i18n/file-settings.tsx';
import { formatName } from '../../i18n/format-names.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { buttonClass } from '../../ui/button.tsx';
import { kindOf } from './kind-of.ts';

type Props = { result: NonNullable<TaskRecord['result']> };

const chart = 'resultEncoder';

function Suggestion() {
  const t = useText();
  const suggested = useChart(chart, selectSuggested);
  if (suggested === 'delivered') return null;
  return (
    <p className="file-note">{t('result.formats.suggested', { format: formatName(suggested) })}</p>
  );
}

/** Shows the link that saves the file as delivered. */
function SaveDelivered({ result }: Props) {
  const t = useText();
  const send = useSend('result');
  return (
    <a
      href={result.downloadUrl}
      download={result.fileName}
      onClick={() => send({ type: 'download.pressed' })}
      className={buttonClass('primary')}
    >
      {t('result.save', { format: kindOf(result.mime) })}
    </a>
  );
}

/** Shows the content of the save menu. The code loads when the menu is opened for the first time. */
export default function SavePanel({ result }: Props) {
  const isDelivered = useChart(chart, (snapshot) => selectFormat(snapshot) === 'delivered');
  return (
    <>
      <FormatChoice chart={chart} />
      <Suggestion />
      <SizeChoice chart={chart} />
      <FileSize chart={chart} delivered={result.bytes} />
      {isDelivered ? <SaveDelivered result={result} /> : <SaveFile chart={chart} />}
    </>
  );
}
