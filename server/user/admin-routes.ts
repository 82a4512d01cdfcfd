import type { Hono } from 'hono';
import { adminUsers, createUser, endUserSessions, resetPassword, updateUser } from '#contract/user/user-admin.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import { generateOneTimePassword, setOneTimePassword } from '../auth/password/one-time-password.ts';
import { hashPassword } from '../auth/password/password.ts';
import { removeSessions } from '../auth/session/remove-sessions.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import { addUser, changeUser } from './commands.ts';
import { findUser, pageOfUsers, userFieldsOf } from './queries.ts';
import type { UserDeps } from './routes.ts';

/** Makes a one-time password and hashes it before the transaction begins. */
async function aPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = generateOneTimePassword();
  return { password, passwordHash: await hashPassword(password) };
}

/** Removes the password from the answer kept for repeats. */
function withoutPassword<Answer extends { data: { oneTimePassword: string | null } }>(answer: Answer): Answer {
  return { ...answer, data: { ...answer.data, oneTimePassword: null } };
}

export function mountUserAdmin(app: Hono<Env>, guards: Guards, deps: UserDeps): void {
  route(app, guards, adminUsers, ({ query }) => pageOfUsers(deps.store, query, deps.now()));

  write(
    app,
    deps,
    createUser,
    async ({ trx, store, body, prepared: { password, passwordHash }, at, audit }) => {
      const id = await addUser(trx, { ...body, passwordHash }, at);
      const data = (await findUser(store, id, at)) ?? fail('INTERNAL');
      await audit({ action: 'user.create', subjectId: id, subjectName: data.userId, after: body });
      return { message: doneMessages.created, data: { ...data, oneTimePassword: password } };
    },
    { prepare: aPassword, remembered: withoutPassword },
  );

  write(app, deps, updateUser, async ({ trx, store, params, body, at, audit, afterCommit }) => {
    const found = (await findUser(store, params.id, at)) ?? fail('NOT_FOUND');
    const before = userFieldsOf(found);
    const merged = applyEdit(body, before);
    await changeUser(trx, params.id, merged, at);
    if (merged.isDisabled && !before.isDisabled) {
      const ended = await removeSessions(trx, params.id);
      afterCommit(() => deps.sessionsEnded(ended));
    }
    await audit({ action: 'user.update', subjectId: params.id, subjectName: found.userId, before, after: merged });
    const data = (await findUser(store, params.id, at)) ?? fail('INTERNAL');
    return { message: doneMessages.updated, data };
  });

  write(
    app,
    deps,
    resetPassword,
    async ({ trx, store, params, prepared: { password, passwordHash }, at, audit, afterCommit }) => {
      const found = (await findUser(store, params.id, at)) ?? fail('NOT_FOUND');
      await setOneTimePassword({ db: trx }, params.id, { passwordHash, at });
      const ended = await removeSessions(trx, params.id);
      afterCommit(() => deps.sessionsEnded(ended));
      await audit({ action: 'user.password', subjectId: params.id, subjectName: found.userId });
      const data = (await findUser(store, params.id, at)) ?? fail('INTERNAL');
      return { message: doneMessages.updated, data: { ...data, oneTimePassword: password } };
    },
    { prepare: aPassword, remembered: withoutPassword },
  );

  write(app, deps, endUserSessions, async ({ trx, store, params, at, audit, afterCommit }) => {
    const found = (await findUser(store, params.id, at)) ?? fail('NOT_FOUND');
    const ended = await removeSessions(trx, params.id);
    afterCommit(() => deps.sessionsEnded(ended));
    await audit({ action: 'user.sessions', subjectId: params.id, subjectName: found.userId });
    return { message: doneMessages.signedOut, data: { endedSessions: ended.length } };
  });
}
