import { expect } from '@playwright/test';

type Mail = { id: number; subject: string; text: string };

async function mailsTo(product: string, address: string): Promise<Mail[]> {
  const answer = await fetch(new URL(`/outbox.json?to=${encodeURIComponent(address)}`, product));
  const { mails } = (await answer.json()) as { mails: Mail[] };
  return mails;
}

/** Waits for a mail with this address and subject in the product's outbox, and returns it. */
export async function mailTo(product: string, address: string, subject: RegExp): Promise<Mail> {
  const found: Mail[] = [];
  const look = async () => {
    const mails = await mailsTo(product, address);
    found.push(...mails.filter((one) => subject.test(one.subject)));
    return found.length;
  };
  await expect.poll(look, { intervals: [50, 100, 200] }).toBeGreaterThan(0);
  return found[0] as Mail;
}

export const codeIn = ({ subject }: { subject: string }): string => {
  const [code] = /\d{3}\s?\d{3}/.exec(subject) ?? [];
  if (!code) throw new Error(`Expected a code in “${subject}”.`);
  return code;
};

export const linkIn = ({ text }: { text: string }, pattern: RegExp): string => {
  const link = text.match(/https?:\/\/[^\s<>)\]]+/g)?.find((one) => pattern.test(one));
  if (!link) throw new Error(`Expected a link like ${pattern} in “${text}”.`);
  return link;
};
