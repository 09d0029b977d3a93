import { assign, sendTo } from 'xstate';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { addressRule } from '../model/account.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { knownCodes } from '../model/code-words.ts';
import {
  changed,
  type FieldRules,
  type Form,
  formOf,
  isSendable,
  left,
  problemsOf,
  refused,
} from '../model/form.ts';
import type { StakeTag } from '../model/stake.ts';
import type { UserInfo } from '../model/user.ts';
import { ports } from '../port-actors.ts';
import type { ContactDraft, ContactPort, DraftChanged } from '../ports/contact.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { TaskPort } from '../ports/task.port.ts';
import type { ContactContext, ContactEvent, ContactField, ContactInput } from './contact.types.ts';

type Failed = { failure: PortFailure };
type Changed = { name: ContactField; value: string };
type Read = { draft: ContactDraft | null };
type Known = { user: UserInfo | null };

/** The visitor id of a guest. Only users have an id from the server. */
const guestVisitor = '';

const visitorOf = (user: UserInfo | null): string => user?.id || guestVisitor;

/** limits in characters, equal to the server's limits */
const maxName = 100;
const maxMessage = 5000;

export const contactRules: FieldRules<ContactField> = {
  address: addressRule,
  name: (name) => (name.trim().length > maxName ? 'tooLong' : null),
  message: (message) => {
    if (message.trim() === '') return 'missing';
    return message.length > maxMessage ? 'tooLong' : null;
  },
};

const fields: readonly ContactField[] = ['address', 'name', 'message'];

/** Fills a field if it is empty, and clears the field's problem. */
const fill = (form: Form<ContactField>, change: Changed): Form<ContactField> =>
  form.values[change.name] || !change.value ? form : changed(form, change);

const filled = (form: Form<ContactField>, draft: ContactDraft): Form<ContactField> =>
  fields.reduce((filling, name) => fill(filling, { name, value: draft[name] }), form);

const isAsKept = ({ values }: Form<ContactField>, draft: ContactDraft): boolean =>
  fields.every((name) => values[name] === draft[name]);

/**
 * True if this visitor may see the draft. A user's draft is hidden from other visitors. A guest who
 * signs in keeps the draft.
 */
const isOf = ({ visitor }: ContactDraft, whoIsHere: string | null): boolean =>
  visitor === '' || visitor === whoIsHere;

export const emptyForm = formOf<ContactField>({ address: '', name: '', message: '' });

export const contactSetup = setupChart({
  types: {
    context: {} as ContactContext,
    events: {} as ContactEvent,
    input: {} as ContactInput,
    meta: {} as StateMeta,
    tags: {} as StakeTag | 'busy',
  },
  actors: {
    ...ports({ calls: ['createKey'] }).of<TaskPort>(),
    ...ports({
      calls: ['sendMessage', 'readDraft', 'dropDraft', 'findAddress'],
      sinks: ['keepDraft'],
      said: { sendMessage: knownCodes },
    }).of<ContactPort>(),
  },
  guards: {
    canSend: ({ context }) => isSendable(context.form, fields, contactRules),
    isForLater: ({ context }, { draft }: Read) =>
      draft !== null && context.visitor === null && !isOf(draft, null),
    isOwn: ({ context }, { draft }: Read) => draft !== null && isOf(draft, context.visitor),
    isDraftOf: ({ context: { draft } }, { user }: Known) =>
      draft !== null && isOf(draft, visitorOf(user)),
    hasKey: ({ context }) => context.key !== null,
    isAddressRefused: (_, { failure }: Failed) => failure.code === 'invalid_email',
  },
  actions: {
    setForLater: assign((_, { draft }: Read) => ({ draft })),
    /**
     * restores the draft, unless the visitor typed a different message while the draft was being
     * read
     */
    restore: assign(({ context }, { draft }: Read) => {
      if (!draft) return { draft: null };
      const form = filled(context.form, draft);
      const key = context.key ?? (isAsKept(form, draft) ? draft.key : null);
      return { form, key, draft: null };
    }),
    setVisitor: assign((_, { user }: Known) => ({ visitor: visitorOf(user) })),
    fillAddress: assign(({ context: { form } }, { address }: { address: string | null }) => ({
      form: address === null ? form : fill(form, { name: 'address', value: address }),
    })),
    keepDraft: sendTo(
      'keepDraft',
      ({ context: { form, visitor, key } }): DraftChanged => ({
        type: 'draft.changed',
        draft: { ...form.values, visitor: visitor ?? guestVisitor, key },
      }),
    ),
    reportFailure: sendRejected(),
    /** changes a field; the result is a different message, so the key is cleared */
    change: assign(({ context }, change: Changed) => ({
      form: changed(context.form, change),
      key: null,
      failure: null,
    })),
    leaveField: assign(({ context }, field: { name: ContactField }) => ({
      form: left(context.form, field, contactRules),
    })),
    showProblems: assign(({ context }) => ({
      form: refused(context.form, problemsOf(context.form, fields, contactRules)),
    })),
    refuseAddress: assign(({ context }) => ({
      form: refused(context.form, { address: 'invalid' }),
    })),
    setKey: assign((_, { key }: { key: string }) => ({ key })),
    setFailure: assign((_, { failure }: Failed) => ({ failure })),
    clearFailure: assign({ failure: null }),
    /** clears the message but keeps address and name for the next message */
    emptyMessage: assign(({ context }) => ({
      form: changed<ContactField>(context.form, { name: 'message', value: '' }),
      key: null,
    })),
  },
});
