import type { LedgerLine } from '../../../machines/model/ledger.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useFunctionName } from '../../i18n/use-function-name.ts';
import { useSend } from '../../machine-react/use-chart.ts';
import { WholeNumber } from '../../ui/whole-number.tsx';

const given: Partial<Record<LedgerLine['reason'], MessageId>> = {
  'account.made': 'account.credits.from.welcome',
  'operator.granted': 'account.credits.from.operator',
  'operator.adjusted': 'account.credits.adjusted',
  'order.paid': 'account.credits.bought',
  'order.refunded': 'account.credits.refunded',
  'order.chargedBack': 'account.credits.chargedBack',
  'subscription.renewed': 'account.credits.renewed',
  'subscription.changed': 'account.credits.deducted',
  'subscription.unchanged': 'account.credits.notDeducted',
};

/** Texts that explain why a task has returned its credits, by the reason of the ledger line. */
const why: Partial<Record<LedgerLine['reason'], MessageId>> = {
  'task.rejected': 'account.credits.why.rejected',
  'task.failed': 'account.credits.why.failed',
  'task.expired': 'account.credits.why.expired',
  'task.cancelled': 'account.credits.why.cancelled',
  'task.abandoned': 'account.credits.why.cancelled',
};

const states = {
  reserved: 'account.credits.reserved',
  used: 'account.credits.used',
  returned: 'account.credits.returned',
} as const satisfies Record<NonNullable<LedgerLine['state']>, MessageId>;

function useTitle({ kind, reason, task }: LedgerLine): string {
  const t = useText();
  const nameOf = useFunctionName();
  if (!task) return t(given[reason] ?? 'account.credits.expired');
  const name = task.code === null ? t('account.credits.goneTask') : nameOf(task.code);
  return kind === 'release' ? t('account.credits.back', { name }) : name;
}

/** Returns the state of a ledger line or its reason, and the origin and expiry of the credits. */
function useDetails({ reason, state, source, expiresAt }: LedgerLine): string[] {
  const t = useText();
  const note = state ? states[state] : why[reason];
  const from = `account.credits.from.${source}` as const;
  return [
    ...(note ? [t(note)] : []),
    ...(expiresAt === null ? [] : [t('account.credits.usable', { at: new Date(expiresAt) })]),
    // the title of a line with added credits already names the origin
    ...(given[reason] === undefined ? [t(from)] : []),
  ];
}

/** Shows a button that opens the order of a ledger line, with the order's receipt and state. */
function OrderOf({ code }: { code: string }) {
  const send = useSend('purchase');
  return (
    <button
      type="button"
      className="account-order"
      onClick={() => send({ type: 'order.opened', code, intent: 'look' })}
    >
      <WholeNumber>{code}</WholeNumber>
    </button>
  );
}

function CreditLine({ line }: { line: LedgerLine }) {
  const { number, moment } = useFormats();
  const title = useTitle(line);
  const details = useDetails(line);
  const record = line.task?.id;
  return (
    <li className="account-credit">
      <div>
        <strong>
          {record ? <LocaleLink to={`/result/${record}`}>{title}</LocaleLink> : title}
        </strong>
        <p>
          <time dateTime={line.at}>{moment(line.at)}</time>
          {details.map((detail) => (
            <span key={detail}> · {detail}</span>
          ))}
          {line.order !== null && line.task === null && (
            <>
              {' · '}
              <OrderOf code={line.order} />
            </>
          )}
        </p>
      </div>
      <b className={line.amount > 0 ? 'account-credit-in' : undefined}>
        {`${line.amount > 0 ? '+' : '\u2212'}${number(Math.abs(line.amount))}`}
      </b>
    </li>
  );
}

/** Lists the ledger lines, newest first. */
export const CreditLines = ({ lines }: { lines: readonly LedgerLine[] }) => (
  <ul className="account-sessions">
    {lines.map((line) => (
      <CreditLine key={line.id} line={line} />
    ))}
  </ul>
);
