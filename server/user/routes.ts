import type { Hono } from 'hono';
import { changePassword, endMyOtherSessions, endMySession, getMe, mySessions, updateMe } from '#contract/user/user.ts';
import { passwordProblems } from '#contract/user/user-text.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import { hashPassword, verifyPassword } from '../auth/password/password.ts';
import { removeSessions } from '../auth/session/remove-sessions.ts';
import { type AttemptMemory, createOneTally } from '../auth/sign-in/attempt-memory.ts';
import { pairRule } from '../auth/sign-in/sign-in-limit.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import { requireGoodPassword, savePerson, setOwnPassword } from './commands.ts';
import { findMe, listSessionsOf, personOf, sessionName } from './queries.ts';

export type UserDeps = {
  store: Store;
  attempts: AttemptMemory;
  now(): number;
  /** Tells streams and other listeners that sessions have ended. */
  sessionsEnded(sids: readonly string[]): void;
};

export function mountMyPage(app: Hono<Env>, guards: Guards, deps: UserDeps): void {
  const { store, now, sessionsEnded } = deps;
  route(app, guards, getMe, async ({ caller }) => (await findMe(store, caller.userId)) ?? fail('NOT_FOUND'));
  route(app, guards, mySessions, ({ caller }) => listSessionsOf(store, caller, now()));

  write(app, deps, updateMe, async ({ trx, store: within, caller, body, audit }) => {
    const before = personOf((await findMe(within, caller.userId)) ?? fail('NOT_FOUND'));
    const merged = applyEdit(body, before);
    await savePerson(trx, caller.userId, merged);
    await audit({ action: 'user.update', subjectId: caller.userId, subjectName: caller.login, before, after: merged });
    const data = (await findMe(within, caller.userId)) ?? fail('INTERNAL');
    return { message: doneMessages.updated, data };
  });

  mountPassword(app, deps);

  write(app, deps, endMySession, async ({ trx, caller, params, audit, afterCommit }) => {
    const own = await trx.selectFrom('session').select('sid').where('user_id', '=', caller.userId).execute();
    const { sid } = own.find((session) => sessionName(session.sid) === params.id) ?? fail('NOT_FOUND');
    await trx.deleteFrom('session').where('sid', '=', sid).execute();
    await audit({ action: 'user.sessions', subjectId: caller.userId, subjectName: caller.login });
    afterCommit(() => sessionsEnded([sid]));
    return { message: doneMessages.signedOut, data: { id: params.id } };
  });

  write(app, deps, endMyOtherSessions, async ({ trx, caller, audit, afterCommit }) => {
    const ended = await removeSessions(trx, caller.userId, caller.sid);
    await audit({ action: 'user.sessions', subjectId: caller.userId, subjectName: caller.login });
    afterCommit(() => sessionsEnded(ended));
    return { message: doneMessages.signedOut, data: { endedSessions: ended.length } };
  });
}

/** Requires the old password, so that someone with an unlocked phone cannot take over the account. */
function mountPassword(app: Hono<Env>, deps: UserDeps): void {
  // Counted per session: someone with an unlocked phone must not make its owner wait on other devices.
  const attempts = createOneTally(deps.attempts, 'password', pairRule, deps.now);
  const refuse = () => fail('PASSWORD_WRONG', { field: 'current', message: passwordProblems.wrong });
  write<typeof changePassword, { passwordHash: string; instead: string }>(
    app,
    deps,
    changePassword,
    async ({ trx, caller, prepared, at, audit, afterCommit }) => {
      if (!(await setOwnPassword(trx, caller.userId, { ...prepared, at }))) refuse();
      const ended = await removeSessions(trx, caller.userId, caller.sid);
      await audit({ action: 'user.password', subjectId: caller.userId, subjectName: caller.login });
      afterCommit(() => deps.sessionsEnded(ended));
      return { message: doneMessages.updated, data: { endedSessions: ended.length } };
    },
    {
      async prepare({ caller, body }) {
        const { name, instead } = await deps.store.db
          .selectFrom('user')
          .select(['name', 'password_hash as instead'])
          .where('id', '=', caller.userId)
          .executeTakeFirstOrThrow();
        const waitMs = await attempts.admit(caller.sid);
        if (waitMs > 0) fail('TOO_MANY_REQUESTS', { retryAfterS: Math.ceil(waitMs / 1000) });
        if (!(await verifyPassword(instead, body.current))) refuse();
        await attempts.forget(caller.sid);
        requireGoodPassword(body.next, { login: caller.login, name }, 'next');
        if (body.next === body.current) fail('PASSWORD_WEAK', { field: 'next', message: passwordProblems.same });
        return { passwordHash: await hashPassword(body.next), instead };
      },
    },
  );
}
