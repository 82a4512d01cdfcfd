/**
 * On every answer of our server. An answer without it comes from something else, such as a proxy, and is neither used
 * nor cached.
 */
export const ANSWER_MARKER = 'X-Api';
/** The user the answer is for: their id, percent-encoded because headers cannot carry Hangul, or `anon`. */
export const ANSWER_USER = 'X-User';
/** The server's clock, epoch ms. */
export const SERVER_TIME = 'X-Server-Time';
export const REQUEST_ID = 'X-Request-Id';
export const BUILD_ID = 'X-Build';
/** Identifies the server's database; it changes when a backup was restored. */
export const INSTANCE_ID = 'X-Instance';

/** Sent by the page: the user it believes is signed in. Server and worker refuse the call for another user. */
export const EXPECTED_USER = 'X-Expected-User';
/** On a write from the outbox: its sequence number on the device, and the payload version of its body. */
export const DEVICE_SEQ = 'X-Device-Seq';
export const PAYLOAD_VERSION = 'X-Payload-Version';
/** Sent by the page to the worker: a read mode. Without it the network answers, and the cache where that fails or waits. */
export const READ_MODE = 'X-Read-Mode';
export type ReadMode = 'cache-only' | 'network-only';

/**
 * Set by the worker: `network`, `hit` (from the cache, as planned) or `stale` (from the cache, because the network
 * failed).
 */
export const CACHE_STATUS = 'X-Cache';
/** Set by the worker: when the server gave this answer, epoch ms of the server's clock. */
export const FETCHED_AT = 'X-Fetched-At';
/** Set by the worker: why the network gave no answer. */
export const NO_ANSWER_REASON = 'X-No-Answer';

/** Set by the worker: spans that an answer composed on the device lacks, `begin-end`, epoch ms. */
export const MISSING_RANGES = 'X-Missing';
