import type { Texts } from '../kernel/process/operator-program.ts';

/** What whoever moves an installation reads at a terminal; `{name}` stands for a value. */
const english = {
  usage:
    'usage: npm run move -- --to postgres://USER:PASSWORD@HOST/NAME   (from the SQLite of DATA_DIR)\n       DATABASE_URL=postgres://… npm run move -- --to DATA_FOLDER   (from PostgreSQL)',
  fromNowhere:
    '{to} is a data folder: DATABASE_URL names the PostgreSQL from which it is to be filled. Nothing was changed.',
  sameEngine: 'Both ends are PostgreSQL: let its own tools copy it (pg_dump, pg_basebackup). Nothing was changed.',
  noInstallation: '{place} holds no installation. Nothing was changed.',
  serverRuns: 'A server runs on {place}: stop it first. Nothing was changed.',
  notEmpty: '{place} is not empty: name one that is. Nothing was changed.',
  sourceUnfinished: '{place} is itself the end of a move that was cut short: finish that one first.',
  movedAlready: '{place} was moved to {other} at {on}: go on from there. Nothing was changed.',
  otherMove:
    '{place} holds an unfinished move of another installation ({other}): name an empty one. Nothing was changed.',
  newerRelease: '{place} was used by a newer release: move it with that one.',
  databaseDamaged: '{place} is damaged. Restore a copy of it, and move that.',
  diskFull: '{place} has no room left. Make some and run the same command: it goes on where it stopped.',
  unreachable: '{place} cannot be reached ({reason}). Run the same command once it can: it goes on where it stopped.',
  goesOn: 'A move into {place} was cut short; it goes on where it stopped.',
  beginsAnew: 'A move into {place} was cut short, and the installation was used since: it begins anew.',
  copying: '{table}: {rows} rows …',
  heading: 'table                    rows  digest            seconds',
  compared: '{table}  {rows}  {digest}  {seconds}',
  comparedNot: '{table}  {rows}  {digest}  {seconds}  DIFFERS: {theirRows} rows, {theirDigest} in the target',
  differs:
    '{place} does not hold what was read: {tables}. It is not used. Run the same command: it copies these tables once more.',
  putAside: 'The database that was moved away from here before lies in {aside}; remove it once all is well.',
  moved:
    'Moved {from} to {to}: {rows} rows of {tables} tables, every digest equal, {seconds} s. {from} is not served any more.',
  nextOnPostgres:
    'Now start the server with DATABASE_URL and the same DATA_DIR, which goes on holding the secret and the photos. Devices notice nothing.',
  nextOnSqlite: 'Now start the server with DATA_DIR={to} and without DATABASE_URL.',
  secretLacking: 'Note: there is no secret in {to}: put that of the installation there before the start.',
  photosLacking:
    'Note: {count} photo files that the database names are not in {to}, first {name}: copy the folder photos.',
} as const;

export type SaidCode = keyof typeof english;

const korean: Record<SaidCode, string> = {
  usage:
    '쓰는 법: npm run move -- --to postgres://사용자:비밀번호@주소/이름   (DATA_DIR의 SQLite에서)\n       DATABASE_URL=postgres://… npm run move -- --to 데이터폴더   (PostgreSQL에서)',
  fromNowhere:
    '{to}은(는) 데이터 폴더입니다. 어느 PostgreSQL에서 옮길지 DATABASE_URL로 정해 주세요. 아무것도 바꾸지 않았습니다.',
  sameEngine:
    '양쪽 모두 PostgreSQL입니다. PostgreSQL의 도구(pg_dump, pg_basebackup)로 옮기세요. 아무것도 바꾸지 않았습니다.',
  noInstallation: '{place}에 옮길 설치가 없습니다. 아무것도 바꾸지 않았습니다.',
  serverRuns: '{place}에서 서버가 돌고 있습니다. 먼저 멈추세요. 아무것도 바꾸지 않았습니다.',
  notEmpty: '{place}이(가) 비어 있지 않습니다. 빈 곳을 정해 주세요. 아무것도 바꾸지 않았습니다.',
  sourceUnfinished: '{place}은(는) 다른 곳에서 옮겨 오다 끊긴 상태입니다. 그것부터 마저 끝내세요.',
  movedAlready: '{place}은(는) {on}에 {other}(으)로 옮겼습니다. 그곳에서 이어 가세요. 아무것도 바꾸지 않았습니다.',
  otherMove:
    '{place}에는 다른 설치({other})를 옮기다 만 것이 있습니다. 빈 곳을 정해 주세요. 아무것도 바꾸지 않았습니다.',
  newerRelease: '{place}은(는) 더 새 버전이 쓴 것입니다. 그 버전으로 옮기세요.',
  databaseDamaged: '{place}이(가) 손상되었습니다. 백업을 되돌려 그것을 옮기세요.',
  diskFull: '{place}에 자리가 없습니다. 자리를 만들고 같은 명령을 다시 하면 멈춘 데서 이어 갑니다.',
  unreachable: '{place}에 닿을 수 없습니다({reason}). 닿게 한 뒤 같은 명령을 다시 하면 멈춘 데서 이어 갑니다.',
  goesOn: '{place}(으)로 옮기다 끊긴 것을 이어 갑니다.',
  beginsAnew: '{place}(으)로 옮기다 끊긴 뒤에 설치를 썼으므로 처음부터 다시 옮깁니다.',
  copying: '{table}: {rows}행 …',
  heading: '표                        행  요약값               초',
  compared: '{table}  {rows}  {digest}  {seconds}',
  comparedNot: '{table}  {rows}  {digest}  {seconds}  다름: 옮긴 곳에는 {theirRows}행, {theirDigest}',
  differs:
    '{place}에 있는 것이 읽은 것과 다릅니다: {tables}. 이것은 쓰지 않습니다. 같은 명령을 다시 하면 이 표들을 새로 옮깁니다.',
  putAside: '전에 이곳에서 옮겨 간 데이터베이스는 {aside}에 있습니다. 모두 괜찮으면 지우세요.',
  moved:
    '{from}을(를) {to}(으)로 옮겼습니다: 표 {tables}개, {rows}행, 요약값이 모두 같음, {seconds}초. {from}은(는) 더 쓰지 않습니다.',
  nextOnPostgres:
    '이제 DATABASE_URL과 같은 DATA_DIR로 서버를 시작하세요. 비밀과 사진은 그 폴더에 그대로 있습니다. 기기들은 달라진 것을 모릅니다.',
  nextOnSqlite: '이제 DATABASE_URL 없이 DATA_DIR={to}(으)로 서버를 시작하세요.',
  secretLacking: '참고: {to}에 비밀 값이 없습니다. 시작하기 전에 이 설치의 것을 두세요.',
  photosLacking:
    '참고: 데이터베이스에 적힌 사진 파일 {count}개가 {to}에 없습니다. 첫 번째: {name} 폴더 photos를 복사하세요.',
};

export const texts: Texts<SaidCode> = { english, korean };
