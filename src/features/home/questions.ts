import type { MessageId } from '../../i18n/message-id.ts';

/** The questions that the home page answers. Search engines read the same list. */
export const questions: readonly { question: MessageId; answer: MessageId }[] = [
  { question: 'faq.free.question', answer: 'faq.free.answer' },
  { question: 'faq.leave.question', answer: 'faq.leave.answer' },
  { question: 'faq.time.question', answer: 'faq.time.answer' },
  { question: 'faq.formats.question', answer: 'faq.formats.answer' },
  { question: 'faq.invent.question', answer: 'faq.invent.answer' },
];
