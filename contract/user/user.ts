import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { doneOf, editOf } from '../wire/write.ts';
import { userAuthority } from './auth.ts';
import { userProblems } from './user-text.ts';

/** Digits with common separators; Korean numbers have 9 to 11 digits. */
const PHONE = /^0\d{1,2}[-. ]?\d{3,4}[-. ]?\d{4}$/;

/** The digits of a phone number, whatever its separators; undefined for anything else. */
export function phoneDigits(text: string): string | undefined {
  return PHONE.test(text) ? text.replace(/\D/g, '') : undefined;
}

/** Fields that users edit about themselves; '' when not given. */
export const personFields = z.object({
  name: trimmedText(40).check(z.minLength(1)),
  phone: trimmedText(20).check(z.refine((value) => value === '' || PHONE.test(value), { error: userProblems.phone })),
  email: z.union([z.literal(''), z.email()]),
});
export type PersonFields = z.infer<typeof personFields>;

const me = z.extend(personFields, { userId: z.string(), authority: userAuthority, isNew: z.boolean() });
export type Me = z.infer<typeof me>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  who: 'user',
  farm: 'none',
  page: '/cms/my-page/edit-user-info',
  answer: me,
  offline: 'live',
  about: 'Returns the personal data of the caller.',
});

export const updateMe = endpoint({
  method: 'PUT',
  path: '/api/users/me',
  who: 'user',
  farm: 'none',
  page: '/cms/my-page/edit-user-info',
  body: editOf(personFields),
  answer: doneOf(me),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'online-only',
  about: 'Changes the personal data of the caller. After the first change the caller no longer counts as new.',
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/users/me/password',
  who: 'user',
  farm: 'none',
  // A user whose role has no page may still have to change a one-time password.
  page: 'any',
  needsOwnPassword: false,
  body: z.object({ current: z.string().check(z.minLength(1)), next: z.string().check(z.minLength(1)) }),
  answer: doneOf(z.object({ endedSessions: z.number() })),
  errors: ['PASSWORD_WRONG', 'PASSWORD_WEAK', 'TOO_MANY_REQUESTS'],
  offline: 'now-or-never',
  about: 'Sets a new password and ends all other sessions of the caller.',
});

const mySession = z.object({
  /** Identifies the session in this list; it is of no use elsewhere. */
  id: z.string(),
  /** ISO instants. */
  startedAt: instantText,
  seenAt: instantText,
  /** As the browser sends it. */
  userAgent: z.string(),
  isThis: z.boolean(),
});
export type MySession = z.infer<typeof mySession>;

export const mySessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  who: 'user',
  farm: 'none',
  page: '/cms/my-page/edit-user-info',
  answer: z.array(mySession),
  offline: 'online-only',
  about: 'Lists the sessions of the caller, the current one first.',
});

export const endMySession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/{id}',
  who: 'user',
  farm: 'none',
  page: '/cms/my-page/edit-user-info',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  answer: doneOf(z.object({ id: z.string() })),
  offline: 'now-or-never',
  about: 'Ends another session of the caller at once.',
});

export const endMyOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions',
  who: 'user',
  farm: 'none',
  page: '/cms/my-page/edit-user-info',
  answer: doneOf(z.object({ endedSessions: z.number() })),
  offline: 'now-or-never',
  about: 'Ends all sessions of the caller except the current one.',
});
