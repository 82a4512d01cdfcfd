/** What a photo is called where it stands among other things. */
export const photoNoun = '사진';
