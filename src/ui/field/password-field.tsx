import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useId, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { describedBy, FieldFrame, inputClass } from './field-frame.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password with a button that shows the typed text: gloves and small keyboards cause typing errors. */
export function PasswordField({ label, help, error, isRequired, className, ...rest }: Omit<TextFieldProps, 'type'>) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} name={rest.name} label={label} help={help} error={error} isRequired={isRequired}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          required={isRequired}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...describedBy(id, help, error)}
          className={`${inputClass} pr-14 ${className ?? ''}`}
        />
        <IconButton
          label={isShown ? '입력한 글자 숨기기' : '입력한 글자 보기'}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0"
        >
          <Icon aria-hidden className="size-6" />
        </IconButton>
      </div>
    </FieldFrame>
  );
}
