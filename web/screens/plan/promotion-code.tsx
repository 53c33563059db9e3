import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { messages } from '#core/model/messages.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { PlanStore } from '../../stores/plan-store.ts'
import { promotionWords, refusalWords } from '../../content/words/money-words.ts'
import * as styles from './plan.module.css'

const FORM = 'promotion'

/** Entering, checking and removing a promotion code. */
export const PromotionCode = observer(() => {
  const { global } = useStores()
  const plan = useStore(PlanStore)
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
    setIsEmptyRefused(code.trim() === '')
    if (code.trim() !== '') void plan.checkPromotion(code)
  }
  return (
    <div className={styles.code}>
      <div className={styles.line}>
        <TextField
          ref={field}
          label="Promotion code"
          optional
          name="promotion-code"
          value={code}
          error={code.trim() === '' && isEmptyRefused ? messages.required : refusal}
          errorLines={3}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onKeyDown={(event) => {
            // It may stand within the form of a whole step.
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
            Check
          </Button>
        </div>
      </div>
    </div>
  )
})
