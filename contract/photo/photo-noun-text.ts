/** What a photo is called where it stands among other things. */
export const photoNoun = '사진';

/** What a photo is on. */
export const photoOwnerWords = { observation: '생육 조사', inspection: '점검', post: '글', comment: '댓글' } as const;
