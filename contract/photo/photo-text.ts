import { MAX_PHOTOS } from './photo.ts';
import { photoNoun } from './photo-noun-text.ts';

/** Messages about photos that server and app share. */
export const photoWords = {
  photo: photoNoun,
  tooMany: `사진은 ${MAX_PHOTOS}장까지 올릴 수 있습니다.`,
} as const;
