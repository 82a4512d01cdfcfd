import Check from 'lucide-react/icons/check';
import type { AmbientKeys } from '#contract/farm/farm-weather.ts';
import { Button } from '#src/ui/button/button.tsx';
import { FieldGroup } from '#src/ui/field/field-frame.tsx';
import { PasswordField } from '#src/ui/field/password-field.tsx';

type AmbientFieldsProps = {
  /** Whether keys are stored; the server never returns them. */
  areSet: boolean;
  /** The typed keys; undefined keeps the stored ones. */
  keys: AmbientKeys | undefined;
  onChange: (keys: AmbientKeys | undefined) => void;
  onClear: () => void;
  errorOf: (name: string) => string | undefined;
};

/** The two keys of a personal station: set, replace or delete; never shown. */
export function AmbientFields({ areSet, keys, onChange, onClear, errorOf }: AmbientFieldsProps) {
  if (keys === undefined) {
    return (
      <FieldGroup id="ambient-keys" name="ambientKeys" label="연결 키" error={errorOf('ambientKeys')}>
        <div className="flex flex-wrap items-center gap-3">
          {areSet ? (
            <span className="mr-auto inline-flex items-center gap-2 font-semibold">
              <Check aria-hidden className="size-5 text-leaf" />
              설정됨
            </span>
          ) : (
            <span className="mr-auto text-ink-soft">설정하지 않음</span>
          )}
          <Button onClick={() => onChange({ apiKey: '', applicationKey: '' })}>{areSet ? '바꾸기' : '키 입력'}</Button>
          {areSet && (
            <Button variant="danger" onClick={onClear}>
              지우기
            </Button>
          )}
        </div>
      </FieldGroup>
    );
  }
  const field = (part: keyof AmbientKeys, label: string) => ({
    name: `ambientKeys.${part}`,
    label,
    value: keys[part],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...keys, [part]: target.value }),
    error: errorOf(`ambientKeys.${part}`),
    // Keys are not passwords: browsers must not offer to save or fill them.
    autoComplete: 'one-time-code',
    isRequired: true,
  });
  return (
    <div className="flex flex-col gap-4">
      <PasswordField {...field('apiKey', 'API 키')} />
      <PasswordField {...field('applicationKey', '애플리케이션 키')} />
      <p className="text-ink-soft">
        ambientweather.net 계정의 API Keys에서 만듭니다. 저장한 뒤에는 누구에게도 다시 보이지 않습니다.
      </p>
      <Button onClick={() => onChange(undefined)} className="self-start">
        {areSet ? '바꾸지 않기' : '입력하지 않기'}
      </Button>
    </div>
  );
}
