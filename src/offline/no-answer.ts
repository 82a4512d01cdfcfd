/**
 * Why a request has no response of our server. `not-ours`: something else answered, for example the sign-in page of a
 * Wi-Fi.
 */
export const noAnswerReasons = ['offline', 'timeout', 'not-ours'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];
