import {
  button,
  type Contents,
  codeBlocks,
  grouped,
  minutes,
  note,
  pageOf,
  quote,
  text,
} from './mail-blocks.ts';
import { exportHours, linkMinutes } from './mail-kinds.ts';
import { moneyMails } from './money-mails.ts';
import { withoutLinks } from './without-links.ts';

const codes = {
  signInCode: ({ code, link }, say) => ({
    subject: say('signInCode.subject', { code: grouped(code) }),
    preheader: say('signInCode.preheader', { minutes }),
    title: say('signInCode.title'),
    blocks: [
      text(say('signInCode.text')),
      ...codeBlocks(say, code),
      text(say('signInCode.link', { minutes: linkMinutes })),
      button(say('signInCode.button'), link),
      note(say('signInCode.ignore')),
    ],
    reason: say('footer.asked'),
  }),
  resetCode: ({ code }, say) => ({
    subject: say('resetCode.subject', { code: grouped(code) }),
    preheader: say('resetCode.preheader', { minutes }),
    title: say('resetCode.title'),
    blocks: [text(say('resetCode.text')), ...codeBlocks(say, code), note(say('resetCode.ignore'))],
    reason: say('footer.asked'),
  }),
  resetUnknown: (_values, say, site) => ({
    subject: say('resetUnknown.subject'),
    preheader: say('resetUnknown.preheader'),
    title: say('resetUnknown.title'),
    blocks: [
      text(say('resetUnknown.text')),
      text(say('resetUnknown.instead')),
      button(say('resetUnknown.button'), pageOf(site, '/')),
      note(say('resetUnknown.ignore')),
    ],
    reason: say('footer.asked'),
  }),
  changeEmailCode: ({ code }, say) => ({
    subject: say('changeEmailCode.subject', { code: grouped(code) }),
    preheader: say('changeEmailCode.preheader'),
    title: say('changeEmailCode.title'),
    blocks: [
      text(say('changeEmailCode.text')),
      ...codeBlocks(say, code),
      note(say('changeEmailCode.ignore')),
    ],
    reason: say('footer.asked'),
  }),
  deleteCode: ({ code }, say) => ({
    subject: say('deleteCode.subject', { code: grouped(code) }),
    preheader: say('deleteCode.preheader'),
    title: say('deleteCode.title'),
    blocks: [
      text(say('deleteCode.text')),
      ...codeBlocks(say, code),
      note(say('deleteCode.ignore')),
    ],
    reason: say('footer.account'),
  }),
} satisfies Partial<Contents>;

const notices = {
  passwordChanged: (_values, say, site) => ({
    subject: say('passwordChanged.subject'),
    preheader: say('passwordChanged.preheader'),
    title: say('passwordChanged.title'),
    blocks: [
      text(say('passwordChanged.text')),
      text(say('passwordChanged.warning')),
      button(say('passwordChanged.button'), pageOf(site, '/')),
    ],
    reason: say('footer.account'),
  }),
  emailChanged: ({ to }, say) => ({
    subject: say('emailChanged.subject'),
    preheader: say('emailChanged.preheader', { to }),
    title: say('emailChanged.title'),
    blocks: [text(say('emailChanged.text', { to })), text(say('emailChanged.warning'))],
    reason: say('footer.account'),
  }),
  accountDeleted: (_values, say) => ({
    subject: say('accountDeleted.subject'),
    preheader: say('accountDeleted.preheader'),
    title: say('accountDeleted.title'),
    blocks: [text(say('accountDeleted.text')), text(say('accountDeleted.goodbye'))],
    reason: say('footer.formerAccount'),
  }),
  exportReady: ({ link }, say) => ({
    subject: say('exportReady.subject'),
    preheader: say('exportReady.preheader', { hours: exportHours }),
    title: say('exportReady.title'),
    blocks: [
      text(say('exportReady.text')),
      button(say('exportReady.button'), link),
      note(say('exportReady.warning', { hours: exportHours })),
    ],
    reason: say('footer.account'),
  }),
  retentionReminder: ({ count, date }, say, site) => ({
    subject: say('retentionReminder.subject', { count, date: new Date(date) }),
    preheader: say('retentionReminder.preheader'),
    title: say('retentionReminder.title'),
    blocks: [
      text(say('retentionReminder.text', { count, date: new Date(date) })),
      button(say('retentionReminder.button'), pageOf(site, '/record')),
    ],
    reason: say('footer.account'),
  }),
} satisfies Partial<Contents>;

/** Maximum number of characters that a receipt quotes from a message. */
const quotedCharacters = 500;

const contact = {
  contactMessage: ({ from, name, text: message }, say) => {
    const who = name === '' ? from : `${name} <${from}>`;
    return {
      subject: say('contactMessage.subject', { from: who }),
      preheader: message.slice(0, 100),
      title: say('contactMessage.title'),
      blocks: [
        text(say('contactMessage.text', { from: who })),
        quote(message),
        note(say('contactMessage.reply', { from })),
      ],
      reason: say('footer.support'),
    };
  },
  contactReceipt: ({ text: message }, say) => {
    const repeated = withoutLinks(message, quotedCharacters);
    return {
      subject: say('contactReceipt.subject'),
      preheader: say('contactReceipt.preheader'),
      title: say('contactReceipt.title'),
      blocks: [
        text(say('contactReceipt.text')),
        quote(repeated),
        ...(repeated === message ? [] : [note(say('contactReceipt.shortened'))]),
        note(say('contactReceipt.ignore')),
      ],
      reason: say('footer.wrote'),
    };
  },
} satisfies Partial<Contents>;

/** Content of each kind of mail. */
export const mailContents: Contents = { ...codes, ...notices, ...contact, ...moneyMails };
