/** Name of a farm where it stands among other things, as in the outbox. */
export const farmNoun = '농장';

/** Messages about farms that are more specific than the general one of the schema. */
export const farmProblems = {
  latitude: '위도는 33에서 39 사이입니다. 제주는 33.1에서 34.0쯤입니다.',
  longitude: '경도는 124에서 132 사이입니다. 제주는 126.1에서 127.0쯤입니다.',
  area: '0보다 크고 1,000,000 ㎡(약 302,500평) 이하로 입력해 주세요.',
  halfPosition: '위도와 경도를 함께 입력해 주세요.',
  mac: '기기 번호를 00:0E:C6:20:0F:7B처럼 입력해 주세요.',
  ambientKey: '키를 빠짐없이 붙여 넣어 주세요. 영문자와 숫자로 된 긴 글자입니다.',
  coUserUnknown: '이 아이디나 전화번호를 쓰는 사람을 찾을 수 없습니다. 상대가 로그인할 때 쓰는 그대로 입력해 주세요.',
  coUserTwice: '이미 이 농장을 함께 쓰는 사람입니다.',
  coUserIsOwner: '농장주는 더하지 않아도 이 농장을 씁니다.',
} as const;

type Person = { userId: string; name: string };

/** '김가족 (family)'; the id alone without another name. */
export function personWords({ userId, name }: Person): string {
  return name === '' || name === userId ? userId : `${name} (${userId})`;
}

/**
 * Names the people who were given access by id or phone number, so that the owner sees whom they chose; '' for nobody.
 */
export function sharedWords(people: readonly Person[]): string {
  return people.length === 0 ? '' : `${people.map(personWords).join(', ')} 님과 농장을 함께 씁니다.`;
}
