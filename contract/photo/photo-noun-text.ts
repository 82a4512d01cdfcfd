/** Name of a photo where it stands among other things, as in the outbox. */
export const photoNoun = '사진';

/** Names of the things that photos belong to. */
export const photoOwnerWords = { observation: '생육 조사', inspection: '점검', post: '글', comment: '댓글' } as const;
