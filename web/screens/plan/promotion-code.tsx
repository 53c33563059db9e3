import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { TextField } from '../../components/text-field.tsx'
import { PlanStore } from '../../stores/plan-store.ts'
import { promotionWords, refusalWords } from '../../content/words/money-words.ts'
import * as styles from './plan.module.css'

/** Entering, checking and removing a promotion code; collapsed until there is one. */
export const PromotionCode = observer(() => {
  const { promotion, promotionRefusal, typedCode } = useStore(PlanStore)
  const isGiven = promotion !== null || promotionRefusal !== null || typedCode !== ''
  const [isOpen, setIsOpen] = useState(isGiven)
  if (isGiven && !isOpen) setIsOpen(true)
  return (
    <Disclosure summary={promotion ? 'Your code' : 'Have a code?'} open={isOpen}>
      <Code />
    </Disclosure>
  )
})

const Code = observer(() => {
  const plan = useStore(PlanStore)
  const { promotion, promotionRefusal, picked, typedCode, stops } = plan
  const field = useRef<HTMLInputElement>(null)
  const applied = useRef<HTMLDivElement>(null)
  const wasApplied = useRef(promotion !== null)
  const seenStops = useRef(stops)

  useEffect(() => {
    const isApplied = promotion !== null
    if (isApplied === wasApplied.current) return
    wasApplied.current = isApplied
    // Leaves the focus alone if the visitor has put it on a plan.
    if (document.activeElement !== document.body) return
    if (isApplied) applied.current?.focus()
    else field.current?.focus()
  }, [promotion])

  useEffect(() => {
    if (stops === seenStops.current) return
    seenStops.current = stops
    const shown = applied.current ?? field.current
    shown?.closest('details')?.setAttribute('open', '')
    shown?.focus()
  }, [stops])

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
    if (typedCode.trim() === '') field.current?.focus()
    else void plan.checkPromotion(typedCode)
  }
  return (
    <div className={styles.line}>
      <TextField
        ref={field}
        label="Promotion code"
        optional
        name="promotion-code"
        value={typedCode}
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
        onChange={(event) => plan.typeCode(event.target.value)}
      />
      <div className={styles.check}>
        <Button look="quiet" onClick={check} busy={plan.isCheckingPromotion} busyLabel="Checking">
          Apply
        </Button>
      </div>
    </div>
  )
})
