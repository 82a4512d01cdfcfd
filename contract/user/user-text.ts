import type { UserAuthority } from './auth.ts';

export const authorityWords: { readonly [Name in UserAuthority]: string } = {
  ROLE_ADMINISTER: '관리자',
  ROLE_USER: '농장 사용자',
};

export const passwordProblems = {
  short: '10자 이상 입력해 주세요. 짧은 문장이 외우기 쉽고 안전합니다.',
  long: '200자까지 입력할 수 있습니다.',
  common: '너무 널리 쓰여 쉽게 뚫리는 비밀번호입니다. 다른 것으로 정해 주세요.',
  personal: '아이디나 이름이 들어간 비밀번호는 쓸 수 없습니다.',
  plain: '같은 글자나 이어지는 글자만으로는 쓸 수 없습니다.',
  same: '지금 비밀번호와 다른 것으로 정해 주세요.',
  wrong: '지금 비밀번호가 다릅니다.',
} as const;

export const userProblems = {
  phone: '전화번호를 010-1234-5678처럼 입력해 주세요.',
  login: '빈칸 없이 3자에서 40자까지 쓸 수 있습니다. 영문, 숫자, 한글, 점(.), 줄표(-), 밑줄(_)만 됩니다.',
  loginTaken: '이미 있는 아이디입니다. 다른 아이디로 정해 주세요.',
  lastAdministrator: '마지막 관리자는 바꾸거나 사용을 중지할 수 없습니다. 먼저 다른 관리자를 등록해 주세요.',
} as const;
