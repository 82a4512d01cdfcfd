/** When the same request may succeed: never, after some time, or once the user has signed in again. */
type Retry = 'never' | 'later' | 'after-sign-in';

type ErrorRow = { status: number; message: string; retry: Retry };

/** Every error code of the API: its HTTP status, the message for the user (with what to do), and when to retry. */
const rows = {
  BAD_REQUEST: { status: 400, message: '보낸 내용을 읽을 수 없습니다. 입력한 내용을 확인해 주세요.', retry: 'never' },
  VALIDATION: { status: 400, message: '입력한 내용을 확인해 주세요.', retry: 'never' },
  UNAUTHENTICATED: { status: 401, message: '로그인이 필요합니다. 다시 로그인해 주세요.', retry: 'after-sign-in' },
  FORBIDDEN: { status: 403, message: '권한이 없습니다. 농장주나 관리자에게 문의해 주세요.', retry: 'never' },
  NOT_FOUND: { status: 404, message: '찾을 수 없습니다. 삭제되었거나 볼 수 없는 항목입니다.', retry: 'never' },
  TOO_MANY_REQUESTS: { status: 429, message: '너무 자주 보냈습니다. 잠시 뒤에 다시 시도해 주세요.', retry: 'later' },
  BODY_TOO_LARGE: { status: 413, message: '보낸 내용이 너무 큽니다. 나누어 보내 주세요.', retry: 'never' },
  RANGE_INVALID: { status: 400, message: '기간을 확인해 주세요. 시작이 끝보다 늦을 수 없습니다.', retry: 'never' },
  RANGE_TOO_LONG: { status: 400, message: '한 번에 10년까지 볼 수 있습니다. 기간을 줄여 주세요.', retry: 'never' },
  DEVICE_KEY_INVALID: {
    status: 401,
    message: '장치 키가 올바르지 않거나 사용이 중지되었습니다. 장치 설정을 확인해 주세요.',
    retry: 'never',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: '보낼 수 없는 형식입니다.', retry: 'never' },
  PHOTO_UNREADABLE: {
    status: 422,
    message: '사진으로 읽을 수 없습니다. 다른 사진을 골라 주세요.',
    retry: 'never',
  },
  PHOTO_TOO_LARGE: { status: 422, message: '사진이 너무 큽니다. 더 작은 사진을 골라 주세요.', retry: 'never' },
  IDENTITY_MISMATCH: {
    status: 409,
    message: '다른 사용자로 로그인되어 있습니다. 다시 로그인해 주세요.',
    retry: 'after-sign-in',
  },
  HOST_REFUSED: {
    status: 421,
    message:
      '이 시연은 서버가 있는 컴퓨터에서 localhost 주소로만 열립니다. 다른 주소로 열려면 서버에 PUBLIC_URL과 DEMO를 설정해 주세요.',
    retry: 'never',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    message: '보낸 내용을 받을 수 없습니다. 화면을 새로 고친 뒤 다시 시도해 주세요.',
    retry: 'never',
  },
  IDEMPOTENCY_REUSE: {
    status: 422,
    message: '앞서 보낸 것과 내용이 달라 저장하지 않았습니다. 화면을 새로 고친 뒤 다시 시도해 주세요.',
    retry: 'never',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: '같은 내용을 저장하고 있습니다. 잠시만 기다려 주세요.',
    retry: 'later',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: '고치는 동안 다른 사람이 먼저 바꾸었습니다. 두 내용을 비교해 주세요.',
    retry: 'never',
  },
  NAME_MISMATCH: {
    status: 400,
    message: '이름이 다릅니다. 화면에 보이는 이름을 그대로 입력해 주세요.',
    retry: 'never',
  },
  RESTORE_TOO_LATE: { status: 409, message: '삭제한 지 30일이 지나 되살릴 수 없습니다.', retry: 'never' },
  FARM_DELETED: {
    status: 409,
    message: '이 작물의 농장이 삭제되어 있습니다. 농장을 먼저 되살려 주세요.',
    retry: 'never',
  },
  NAME_TAKEN: { status: 409, message: '이미 있는 이름입니다. 다른 이름을 입력해 주세요.', retry: 'never' },
  ALREADY_EXISTS: { status: 409, message: '이미 등록되어 있습니다. 목록에서 확인해 주세요.', retry: 'never' },
  RULE_LIMIT: {
    status: 409,
    message: '더 만들 수 없습니다. 한 종류에 20개, 농장마다 50개까지입니다. 쓰지 않는 규칙을 먼저 지워 주세요.',
    retry: 'never',
  },
  REHEARSAL_RUNNING: {
    status: 409,
    message: '다른 미리 해보기를 계산하고 있습니다. 끝난 뒤에 다시 눌러 주세요.',
    retry: 'later',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    message: '임시 비밀번호로 로그인했습니다. 새 비밀번호로 바꾼 뒤에 쓸 수 있습니다.',
    retry: 'never',
  },
  PASSWORD_WRONG: { status: 400, message: '지금 비밀번호가 다릅니다.', retry: 'never' },
  PASSWORD_WEAK: { status: 400, message: '더 안전한 비밀번호로 정해 주세요.', retry: 'never' },
  LOGIN_TAKEN: { status: 409, message: '이미 있는 아이디입니다. 다른 아이디로 정해 주세요.', retry: 'never' },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: '마지막 관리자는 바꾸거나 사용을 중지할 수 없습니다. 먼저 다른 관리자를 등록해 주세요.',
    retry: 'never',
  },
  WEATHER_KEY_REFUSED: {
    status: 400,
    message: 'Ambient Weather에서 키를 받아 주지 않았습니다. API 키와 애플리케이션 키를 확인해 주세요.',
    retry: 'never',
  },
  WEATHER_SERVICE_FAILED: {
    status: 503,
    message: 'Ambient Weather에서 답을 받지 못했습니다. 잠시 뒤에 다시 시도해 주세요.',
    retry: 'later',
  },
  CONTROLLER_OFFLINE: {
    status: 503,
    message: '제어기와 연결이 끊겨 보내지 않았습니다.',
    retry: 'never',
  },
  LOCKED_OUT: { status: 409, message: '정비 잠금 중입니다.', retry: 'never' },
  INTERLOCKED: { status: 409, message: '안전장치 때문에 지금은 움직일 수 없습니다.', retry: 'never' },
  TRIPPED: { status: 409, message: '차단된 장비입니다. 확인하고 해제해 주세요.', retry: 'never' },
  CLOCK_UNTRUSTED: {
    status: 503,
    message: '서버 시계가 맞지 않아 지금은 새로 움직일 수 없습니다. 멈추는 것은 됩니다.',
    retry: 'never',
  },
  HOLD_RELEASED: { status: 409, message: '이미 멈추었습니다. 다시 눌러 주세요.', retry: 'never' },
  NOT_COMMANDED: { status: 409, message: '제어를 허용하지 않은 장비입니다.', retry: 'never' },
  STORAGE_FULL: {
    status: 503,
    message: '서버의 저장 공간이 가득 차서 저장하지 못했습니다. 관리자에게 알리고 잠시 뒤에 다시 시도해 주세요.',
    retry: 'later',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    message: '서버가 저장된 내용을 읽지 못하고 있습니다. 잠시 뒤에 다시 시도해 주세요.',
    retry: 'later',
  },
  PAYLOAD_AHEAD: {
    status: 503,
    message: '서버보다 새로운 앱에서 적은 것입니다. 서버도 새로워지면 저절로 보냅니다.',
    retry: 'later',
  },
  INTERNAL: { status: 500, message: '서버에 문제가 생겼습니다. 잠시 뒤에 다시 시도해 주세요.', retry: 'later' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof rows;

export const errors: { readonly [Code in ErrorCode]: ErrorRow } = rows;

/** Body of every failed API call. `field` is the dotted path of a refused input. */
export type ErrorBody = {
  code: ErrorCode;
  /** The HTTP status again, for callers that see only the body. */
  status: number;
  message: string;
  requestId: string;
  field?: string;
  details?: unknown;
};

export function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'message' in value &&
    typeof value.code === 'string' &&
    Object.hasOwn(errors, value.code)
  );
}
