/** The upper row of a Korean keyboard. */
export const hangulKeyRow = 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ';
