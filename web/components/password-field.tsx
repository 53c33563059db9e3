import { useId, useRef, useState } from 'react'
import type { ChangeEvent, InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldError } from './field-error.tsx'
import type { ErrorLines } from './field-error.tsx'
import { RuleSign } from './rule-sign.tsx'
import * as styles from './field.module.css'

export interface PasswordFieldRule {
  label: string
  met: boolean
}

export interface PasswordFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'id' | 'type'
> {
  label?: string
  hint?: ReactNode
  error?: ReactNode
  errorLines?: ErrorLines
  /** The rules for a new password, with live ticks. Without them, it only has to be filled in. */
  rules?: readonly PasswordFieldRule[]
  /** After a failed submit, unmet rules are shown as errors. */
  submitFailed?: boolean
  ref?: Ref<HTMLInputElement>
}

const ruleState = (met: boolean, submitFailed: boolean) =>
  met ? 'met' : submitFailed ? 'unmet' : 'open'
const ruleWords = { met: 'met', unmet: 'not met', open: 'not met yet' } as const

/** A password field with a button to show what was typed. */
export const PasswordField = ({
  label = 'Password',
  hint,
  error,
  errorLines,
  rules,
  submitFailed = false,
  value,
  defaultValue,
  onChange,
  ref,
  ...input
}: PasswordFieldProps) => {
  const id = useId()
  const [typed, setTyped] = useState(String(defaultValue ?? ''))
  const [shown, setShown] = useState(false)
  const field = useRef<HTMLInputElement | null>(null)
  const filled = String(value ?? typed) !== ''
  const revealed = shown && filled

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value)
    if (event.target.value === '') setShown(false)
    onChange?.(event)
  }
  // The browser may have filled the field before hydration.
  const hold = (element: HTMLInputElement | null) => {
    field.current = element
    if (element && element.value !== '' && typed === '' && value === undefined)
      setTyped(element.value)
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }

  const unmet = rules?.filter(({ met }) => !met) ?? []
  const isUnmet = submitFailed && unmet.length > 0
  const isRefused = isUnmet && !error
  const described = [
    hint ? `${id}-hint` : '',
    rules ? `${id}-rules` : '',
    error ? `${id}-error` : '',
    isRefused ? `${id}-unmet` : '',
  ].filter(Boolean)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.control}>
        <input
          autoComplete={rules ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...(value === undefined ? { defaultValue } : { value })}
          ref={hold}
          id={id}
          type={revealed ? 'text' : 'password'}
          aria-required
          className={`${styles.input} ${styles.revealable}`}
          aria-invalid={error || isUnmet ? true : undefined}
          aria-describedby={described.join(' ') || undefined}
          onChange={change}
        />
        {filled && (
          <button
            type="button"
            className={styles.reveal}
            aria-controls={id}
            aria-label={revealed ? 'Hide password' : 'Show password'}
            onClick={() => {
              setShown(!revealed)
              field.current?.focus()
            }}
          >
            {revealed ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {rules && (
        <div id={`${id}-rules`} className={styles.rules}>
          <p className={styles.rulesTitle}>Password must have:</p>
          <ul className={`plain ${styles.rulesList}`}>
            {rules.map((rule) => {
              const state = ruleState(rule.met, submitFailed)
              return (
                <li key={rule.label} className={styles.rule} data-state={state}>
                  <RuleSign state={state} />
                  <span>
                    <span>{rule.label}</span>
                    <span className="visually-hidden">{`, ${ruleWords[state]}`}</span>
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {isRefused && (
        <p id={`${id}-unmet`} role="alert" className="visually-hidden">
          {`Your password still needs ${unmet.map((rule) => rule.label).join(', ')}.`}
        </p>
      )}
      <FieldError id={`${id}-error`} lines={errorLines}>
        {error}
      </FieldError>
    </div>
  )
}
