/** Why a request has no answer of the server. `not-ours`: something in between answered, a Wi-Fi sign-in page say. */
export const noAnswerReasons = ['offline', 'timeout', 'not-ours'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];
