import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { TextField } from '../../components/text-field.tsx'
import { PlanStore } from '../../stores/plan-store.ts'
import { promotionWords, refusalWords } from '../../content/words/money-words.ts'
import * as styles from './plan.module.css'

const FORM = 'promotion'

/** Entering, checking and removing a promotion code: folded up until there is one. */
export const PromotionCode = observer(() => {
  const { global } = useStores()
  const { promotion, promotionRefusal } = useStore(PlanStore)
  const code = global.draft(FORM).code ?? ''
  const isGiven = promotion !== null || promotionRefusal !== null || code !== ''
  const [isOpen, setIsOpen] = useState(isGiven)
  if (isGiven && !isOpen) setIsOpen(true)
  return (
    <Disclosure summary={promotion ? 'Your code' : 'Have a code?'} open={isOpen}>
      <Code />
    </Disclosure>
  )
})

const Code = observer(() => {
  const { global } = useStores()
  const plan = useStore(PlanStore)
  const { promotion, promotionRefusal, picked } = plan
  const code = global.draft(FORM).code ?? ''
  const field = useRef<HTMLInputElement>(null)
  const applied = useRef<HTMLDivElement>(null)
  const wasApplied = useRef(promotion !== null)

  useEffect(() => {
    const isApplied = promotion !== null
    if (isApplied === wasApplied.current) return
    wasApplied.current = isApplied
    // Leaves the focus alone if the visitor has put it on a plan.
    if (document.activeElement !== document.body) return
    if (isApplied) applied.current?.focus()
    else field.current?.focus()
  }, [promotion])

  if (promotion) {
    return (
      <div ref={applied} tabIndex={-1} className={styles.applied}>
        <output>
          <b>{promotion.code}</b> <span>{promotionWords(promotion)}</span>
        </output>
        <Button
          look="quiet"
          size="small"
          onClick={plan.removePromotion}
          aria-label={`Remove promotion code ${promotion.code}`}
        >
          Remove
        </Button>
      </div>
    )
  }
  const refusal =
    promotionRefusal && picked ? refusalWords(promotionRefusal, picked.name) : undefined
  const check = () => {
    if (code.trim() === '') field.current?.focus()
    else void plan.checkPromotion(code)
  }
  return (
    <div className={styles.line}>
      <TextField
        ref={field}
        label="Promotion code"
        optional
        name="promotion-code"
        value={code}
        error={refusal}
        errorLines={3}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onKeyDown={(event) => {
          // Enter must not submit the form of the step around it.
          if (event.key !== 'Enter') return
          event.preventDefault()
          check()
        }}
        onChange={(event) => {
          plan.forgetRefusal()
          global.saveDraft(FORM, { code: event.target.value })
        }}
      />
      <div className={styles.check}>
        <Button look="quiet" onClick={check} busy={plan.isCheckingPromotion} busyLabel="Checking">
          Apply
        </Button>
      </div>
    </div>
  )
})
