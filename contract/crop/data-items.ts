/** Built-in item codes: those with a growth calendar first, then other citrus of Jeju. */
export const builtInItems = [
  ['CRO001', '한라봉'],
  ['CRO002', '레드향'],
  ['CRO003', '천혜향'],
  ['CRO004', '황금향'],
  ['CRO005', '온주밀감'],
  ['CRO006', '하우스감귤'],
  ['CRO007', '카라향'],
  ['CRO008', '진지향'],
  ['CRO009', '청견'],
  ['CRO010', '남진해'],
  ['CRO011', '윈터프린스'],
  ['CRO012', '미니향'],
  ['CRO013', '하례조생'],
  ['CRO014', '레몬'],
  ['CRO015', '금감'],
  ['CRO016', '팔삭'],
] as const;
