import type { Sandbox } from '../../../server/providers/sandbox/sandbox.ts';

/** Error text of all calls during an outage, and of no other error. */
export const awayMessage = 'the provider is away';

/** `away`: requests do not arrive. `mute`: requests are processed, but their answers are lost. */
type OutageKind = 'away' | 'mute';

/** Simulated outages of the provider. */
export type Outages = {
  begin(kind: OutageKind, until: Date): void;
  /** Refuses the next refunds, or accepts them and processes them later. */
  answerRefunds(how: 'refuse' | 'later', times: number): void;
  /** Ends all outages. Refused refunds stay refused. */
  end(): void;
  isOn(): boolean;
  /** the keys of refunds that were refused */
  refused: Set<string>;
  /** Wraps the provider as the server uses it. */
  wrap(sandbox: Sandbox): void;
};

export function createOutages(now: () => Date): Outages {
  const refused = new Set<string>();
  /** The result of a processed refund is final, even if its answer was lost. */
  const given = new Set<string>();
  let outage: { kind: OutageKind; until: Date } | null = null;
  let answers: { how: 'refuse' | 'later'; times: number } | null = null;

  const current = () => (outage && outage.until > now() ? outage.kind : null);

  const unlessOut =
    <Wish, Report>(call: (wish: Wish) => Promise<Report>) =>
    async (wish: Wish): Promise<Report> => {
      if (current() === 'away') throw new Error(awayMessage);
      const report = await call(wish);
      if (current() === 'mute') throw new Error(awayMessage);
      return report;
    };

  function refundsOf(refund: Sandbox['refund']): Sandbox['refund'] {
    return async (wish) => {
      const { how, times } = answers ?? { how: 'later', times: 0 };
      if (refused.has(wish.key)) return { ref: '', status: 'failed' };
      if (!answers || times === 0 || given.has(wish.key)) {
        const report = await refund(wish);
        if (report.status === 'done') given.add(wish.key);
        return report;
      }
      answers.times -= 1;
      if (how === 'later') return { ref: '', status: 'asked' };
      refused.add(wish.key);
      return { ref: '', status: 'failed' };
    };
  }

  return {
    refused,
    begin(kind, until) {
      outage = { kind, until };
    },
    answerRefunds(how, times) {
      answers = { how, times };
    },
    end() {
      outage = null;
      answers = null;
    },
    isOn: () => current() !== null,
    wrap(sandbox) {
      const { createCheckout, chargeRenewal, status, cancel, refund } = sandbox;
      Object.assign(sandbox, {
        createCheckout: unlessOut(createCheckout),
        chargeRenewal: unlessOut(chargeRenewal),
        status: unlessOut(status),
        cancel: unlessOut(cancel),
        refund: unlessOut(refundsOf(refund)),
      });
    },
  };
}
