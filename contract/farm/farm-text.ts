/** What is wrong with a farm, where a schema's general sentence would not do. */
export const farmProblems = {
  halfPosition: '위도와 경도를 함께 입력해 주세요.',
  mac: '기기 번호를 00:0E:C6:20:0F:7B처럼 입력해 주세요.',
  ambientKey: '키를 빠짐없이 붙여 넣어 주세요. 영문자와 숫자로 된 긴 글자입니다.',
} as const;
