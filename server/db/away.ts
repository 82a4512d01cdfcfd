/** The database cannot be reached, or was lost in between: nobody knows whether a commit that was under way came through. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/** Another process writes to the database. */
export class DatabaseTaken extends Error {
  constructor() {
    super('another server is already running on this database');
  }
}

/** There is no installation in the database, and one was expected. */
export class DatabaseEmpty extends Error {
  constructor() {
    super('the database is empty');
  }
}

/** Whether an error, or what caused it, says that the database is not to be had at present. */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseAway || one instanceof DatabaseTaken) return true;
  }
  return false;
}

/** Sockets that fail; connections that the server ends or does not take; a server that stops, starts or only reads. */
const LOST = /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT)|08...|57P0[1-5]|25006|53300)$/;

/** Whether an error of a connection says that it is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  if ('code' in error && typeof error.code === 'string') return LOST.test(error.code);
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|timeout expired)/.test(
    error.message,
  );
}
