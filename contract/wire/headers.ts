/** On every answer of our server; what comes without it was said by somebody else and is neither kept nor believed. */
export const MARKER = 'X-Api';
/** Whose answer it is: the user's id, percent-encoded for headers take no Hangul, or `anon`. */
export const ANSWERED_FOR = 'X-User';
/** The server's clock, epoch ms. */
export const SERVER_TIME = 'X-Server-Time';
export const REQUEST_ID = 'X-Request-Id';
export const BUILD = 'X-Build';
/** Names the server's database: another one once an older copy was put in its place. */
export const INSTANCE = 'X-Instance';

/** Sent by the page: who it believes is signed in. Server and worker refuse when they know better. */
export const EXPECTED_USER = 'X-Expected-User';
/** On a write out of the outbox: its place in the order of the device, and the version in which its body was frozen. */
export const DEVICE_SEQ = 'X-Device-Seq';
export const PAYLOAD_VERSION = 'X-Payload-Version';
/** Sent by the page to the worker: `peek` wants the kept copy alone, `network` the server alone. */
export const READ_MODE = 'X-Read-Mode';

/** Said by the worker: `network`, `hit` (the copy, as planned) or `stale` (the copy, for want of the network). */
export const FROM = 'X-Cache';
/** Said by the worker: when the server gave this answer, epoch ms of the server's clock. */
export const FETCHED_AT = 'X-Fetched-At';
/** Said by the worker: why the network had no answer. */
export const NO_ANSWER = 'X-No-Answer';

/** Said by the worker: stretches of time that an answer composed on the device lacks, `begin-end`, epoch ms. */
export const MISSING = 'X-Missing';
