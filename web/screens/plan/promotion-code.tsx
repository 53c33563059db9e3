import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#core/model/messages.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { promotionWords, refusalWords } from '../words/money-words.ts'
import * as styles from './plan.module.css'

const FORM = 'promotion'

/** Entering, checking and removing a promotion code. */
export const PromotionCode = observer(() => {
  const { plan, global } = useStores()
  const { promotion, promotionRefusal, picked } = plan
  const [isEmptyRefused, setIsEmptyRefused] = useState(false)
  const code = global.draft(FORM).code ?? ''
  const field = useRef<HTMLInputElement>(null)
  const applied = useRef<HTMLDivElement>(null)
  const wasApplied = useRef(promotion !== null)

  useEffect(() => {
    const isApplied = promotion !== null
    if (isApplied === wasApplied.current) return
    wasApplied.current = isApplied
    if (isApplied) applied.current?.focus()
    else field.current?.focus()
  }, [promotion])

  if (promotion) {
    return (
      <div ref={applied} tabIndex={-1} className={styles.applied}>
        <output>
          <b>{promotion.code}</b> {promotionWords(promotion)}
        </output>
        <Button look="quiet" size="small" onClick={plan.removePromotion} aria-label={`Remove promotion code ${promotion.code}`}>
          Remove
        </Button>
      </div>
    )
  }
  const refusal = promotionRefusal && picked ? refusalWords(promotionRefusal, picked.name) : undefined
  return (
    <form
      className={styles.code}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsEmptyRefused(code.trim() === '')
        if (code.trim() !== '') void plan.checkPromotion(code)
      }}
    >
      <div className={styles.line}>
        <TextField
          ref={field}
          label="Promotion code"
          optional
          name="promotion-code"
          value={code}
          error={code.trim() === '' && isEmptyRefused ? messages.required : refusal}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            plan.forgetRefusal()
            global.keepDraft(FORM, { code: event.target.value })
          }}
        />
        <div className={styles.check}>
          <Button type="submit" look="quiet" busy={plan.isCheckingPromotion} busyLabel="Checking">
            Check
          </Button>
        </div>
      </div>
    </form>
  )
})
