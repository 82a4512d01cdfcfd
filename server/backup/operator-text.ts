import type { Texts } from '../kernel/process/operator-program.ts';

/** What the operator reads at the terminal; `{name}` stands for a value. */
const english = {
  usageBackup:
    'usage: npm run backup -- --to FOLDER [--with-secret] [--keep DAYS]\nBACKUP_DIR stands in for --to, DATA_DIR names the data folder.',
  usageRestore:
    'usage: npm run restore -- --from COPY [--to DATA_FOLDER] [--replace] [--leave-out-damaged-photos] [--check]\nDATA_DIR stands in for --to.',
  onPostgres:
    'DATABASE_URL is set: PostgreSQL makes and restores its own copies (pg_basebackup with WAL archiving, or pgBackRest); copy DATA_DIR, which holds the secret and the photos, beside them.',
  noDatabase: '{from} holds no database: set DATA_DIR to the data folder of the server.',
  targetInside: '{to} lies inside the data folder {from}: copies belong elsewhere, best on another disk.',
  backupRuns: 'Another backup into {to} is under way. Nothing was done.',
  noRoom: '{to} has {free} left, and {needed} are needed. Nothing was changed.',
  diskFull: 'The disk of {to} is full. Nothing was changed, and no half copy was left.',
  sourceDamaged: 'The database of {from} is damaged: no copy was made of it. Older copies are untouched.',
  unreachable: '{to} cannot be read or written ({reason}).',
  made: 'Copied to {copy}: database {database}, {files} photo files ({linked} of them shared with the copy before), {seconds} s.',
  sameDisk: 'Note: the copy lies on the same disk as the data, and is lost with it.',
  photosMissing: 'Note: {count} photo files that the database names are not in the data folder, first {name}.',
  secretLeftOut:
    'The secret of the installation is not in the copy. Keep {file} elsewhere: without it weather keys have to be entered anew after a restore, and everybody signs in again.',
  secretPutIn:
    'The secret of the installation is in the copy: whoever reads it can sign in as anybody. Keep it like a password.',
  secretUnknown: 'The secret of the installation is in neither AUTH_SECRET nor the data folder: the copy has none.',
  notACopy: '{from} is no copy: it has no manifest.json that can be read.',
  chooseCopy: '{from} holds copies; name one of them:\n{names}',
  newerFormat: '{from} was written by a newer release: install that one, and restore with it.',
  newerSchema:
    'The database of {from} is of a newer release (it has been through {migration}): install that one, and restore with it.',
  partDamaged: '{from} is damaged: {part} is not what was written. Nothing was changed. Take another copy.',
  photosDamaged:
    '{count} photo files of {from} are not what was written, first {name}. Nothing was changed. With --leave-out-damaged-photos the rest is restored without them.',
  photosLeftOut: 'Note: {count} damaged photo files were left out, first {name}.',
  serverRuns: 'A server runs on {to}: stop it first. Nothing was changed.',
  notEmpty:
    '{to} is not empty. With --replace what is there is put aside, inside that folder, and kept. Nothing was changed.',
  isWhole: '{from} is whole: {farms} farms, {users} users, newest reading {newest}, {files} photo files.',
  restored: 'Restored {from}, made {madeAt}, into {to}: {farms} farms, {users} users, newest reading {newest}.',
  resumed: 'A restore into {to} had been cut short; it is finished now.',
  resumedAnother: 'A restore of {from} into {to} had been cut short; it is finished now. Ask again for the other copy.',
  putAside: 'What was there before lies in {aside}; remove it once all is well.',
  secretFits: 'The secret is that of the copy: keys and sessions hold.',
  secretLacking:
    'There is no secret of the copy here: everybody signs in again, and weather keys have to be entered anew. If you have it, put it in {file} before the start.',
  secretDiffers:
    'The secret here is not that of the copy: everybody signs in again, and weather keys have to be entered anew. If you have the right one, put it in {file} before the start.',
  whatNext:
    'Now start the server. Every device notices: it drops what it kept of the lost days and sends again what it had written in the last seven.',
} as const;

const korean: Record<SaidCode, string> = {
  usageBackup:
    '쓰는 법: npm run backup -- --to 폴더 [--with-secret] [--keep 일수]\n--to 대신 BACKUP_DIR을, 데이터 폴더는 DATA_DIR로 정합니다.',
  usageRestore:
    '쓰는 법: npm run restore -- --from 백업 [--to 데이터폴더] [--replace] [--leave-out-damaged-photos] [--check]\n--to 대신 DATA_DIR을 쓸 수 있습니다.',
  onPostgres:
    'DATABASE_URL이 정해져 있습니다. PostgreSQL의 백업과 복원은 PostgreSQL의 도구(pg_basebackup과 WAL 보관, 또는 pgBackRest)로 하고, 비밀과 사진이 든 DATA_DIR은 따로 복사하세요.',
  noDatabase: '{from}에 데이터베이스가 없습니다. DATA_DIR을 서버의 데이터 폴더로 정해 주세요.',
  targetInside: '{to}은(는) 데이터 폴더 {from} 안에 있습니다. 백업은 다른 곳에, 되도록 다른 디스크에 두세요.',
  backupRuns: '{to}에 다른 백업을 하고 있습니다. 아무것도 하지 않았습니다.',
  noRoom: '{to}에 {free} 남았는데 {needed} 필요합니다. 아무것도 바꾸지 않았습니다.',
  diskFull: '{to}의 디스크가 가득 찼습니다. 아무것도 바꾸지 않았고, 만들다 만 백업은 남기지 않았습니다.',
  sourceDamaged: '{from}의 데이터베이스가 손상되어 백업하지 않았습니다. 전의 백업은 그대로입니다.',
  unreachable: '{to}을(를) 읽거나 쓸 수 없습니다({reason}).',
  made: '{copy}에 백업했습니다: 데이터베이스 {database}, 사진 파일 {files}개(그중 {linked}개는 전 백업과 함께 씀), {seconds}초.',
  sameDisk: '참고: 데이터와 같은 디스크에 있어, 디스크가 고장 나면 함께 잃습니다.',
  photosMissing: '참고: 데이터베이스에 적힌 사진 파일 {count}개가 데이터 폴더에 없습니다. 첫 번째: {name}',
  secretLeftOut:
    '설치의 비밀 값은 백업에 넣지 않았습니다. {file}을(를) 다른 곳에 보관하세요. 없으면 되돌린 뒤 날씨 키를 다시 넣고 모두 다시 로그인해야 합니다.',
  secretPutIn:
    '설치의 비밀 값이 백업에 들어 있습니다. 읽는 사람은 누구로든 로그인할 수 있으니 비밀번호처럼 보관하세요.',
  secretUnknown: 'AUTH_SECRET에도 데이터 폴더에도 설치의 비밀 값이 없어 백업에 넣지 못했습니다.',
  notACopy: '{from}은(는) 백업이 아닙니다. 읽을 수 있는 manifest.json이 없습니다.',
  chooseCopy: '{from}에 백업이 여럿 있습니다. 하나를 정해 주세요:\n{names}',
  newerFormat: '{from}은(는) 더 새 버전이 만든 백업입니다. 그 버전을 설치해 되돌리세요.',
  newerSchema: '{from}의 데이터베이스는 더 새 버전의 것입니다({migration}까지 거침). 그 버전을 설치해 되돌리세요.',
  partDamaged:
    '{from}이(가) 손상되었습니다: {part}이(가) 쓴 그대로가 아닙니다. 아무것도 바꾸지 않았습니다. 다른 백업을 쓰세요.',
  photosDamaged:
    '{from}의 사진 파일 {count}개가 쓴 그대로가 아닙니다. 첫 번째: {name} 아무것도 바꾸지 않았습니다. --leave-out-damaged-photos를 붙이면 그것만 빼고 되돌립니다.',
  photosLeftOut: '참고: 손상된 사진 파일 {count}개를 뺐습니다. 첫 번째: {name}',
  serverRuns: '{to}에서 서버가 돌고 있습니다. 먼저 멈추세요. 아무것도 바꾸지 않았습니다.',
  notEmpty:
    '{to}이(가) 비어 있지 않습니다. --replace를 붙이면 있던 것을 그 폴더 안에 따로 두고 되돌립니다. 아무것도 바꾸지 않았습니다.',
  isWhole: '{from}은(는) 온전합니다: 농장 {farms}곳, 사용자 {users}명, 마지막 측정 {newest}, 사진 파일 {files}개.',
  restored: '{madeAt}에 만든 {from}을(를) {to}에 되돌렸습니다: 농장 {farms}곳, 사용자 {users}명, 마지막 측정 {newest}.',
  resumed: '{to}에 되돌리다 끊긴 것을 마저 끝냈습니다.',
  resumedAnother: '{to}에 {from}을(를) 되돌리다 끊긴 것을 마저 끝냈습니다. 다른 백업은 다시 명령하세요.',
  putAside: '전에 있던 것은 {aside}에 있습니다. 모두 괜찮으면 지우세요.',
  secretFits: '비밀 값이 백업의 것과 같습니다. 키와 로그인이 그대로 이어집니다.',
  secretLacking:
    '백업의 비밀 값이 여기에 없습니다. 모두 다시 로그인하고 날씨 키를 다시 넣어야 합니다. 가지고 있으면 시작하기 전에 {file}에 두세요.',
  secretDiffers:
    '여기의 비밀 값은 백업의 것과 다릅니다. 모두 다시 로그인하고 날씨 키를 다시 넣어야 합니다. 맞는 것이 있으면 시작하기 전에 {file}에 두세요.',
  whatNext:
    '이제 서버를 시작하세요. 모든 기기가 알아차려, 사라진 날의 저장분을 버리고 지난 이레 동안 적은 것을 다시 보냅니다.',
};

export type SaidCode = keyof typeof english;

export const texts: Texts<SaidCode> = { english, korean };
