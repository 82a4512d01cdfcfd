/** The database cannot be reached, or the connection was lost. A running commit may or may not have succeeded. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/** Another process holds the writer lock of the database. */
export class DatabaseTaken extends Error {
  constructor() {
    super('another server is already running on this database');
  }
}

/** Processes of an earlier release run, which could not live with the migrations of this one. */
export class OlderProcesses extends Error {
  constructor() {
    super('processes of an earlier release are running on this database');
  }
}

/** The database has no tables, although an installation was expected in it. */
export class DatabaseEmpty extends Error {
  constructor() {
    super('the database is empty');
  }
}

/** Whether an error or one of its causes says that the database is unavailable at present. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseUnavailable || one instanceof DatabaseTaken) return true;
  }
  return false;
}

/** Socket errors; connections that the server ends or refuses; a server that stops, starts or is read-only. */
const LOST =
  /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT)|08...|57P0[1-5]|25P03|25006|53300)$/;

/** Whether an error means that its connection cannot be used any more. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if ('code' in error && typeof error.code === 'string') return LOST.test(error.code);
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|timeout expired)/.test(
    error.message,
  );
}

/** Whether an error says that a lock was not granted in time (lock_timeout). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** A serialization failure, a deadlock, and a lock that was not granted in time. */
const CONTENDED = /^(40001|40P01|55P03)$/;

/** Whether an error says that others were in the way, so that the same transaction may well succeed when it is repeated. */
export const isContended = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CONTENDED.test(String(error.code));

/**
 * Whether an error or one of its causes says that the database has undone the whole transaction because it and another
 * were in each other's way: nothing of it was committed, and it may be run again.
 */
export function isUndone(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && /^(40001|40P01)$/.test(String(one.code))) return true;
  }
  return false;
}

/** Whether an error says that an answer did not come in time (query_timeout). */
export const isAnswerLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
