import { expect, it } from 'vitest'
import { draftOf, dropDraft, saveDraft } from '#core/model/drafts.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'

it('saveDraft replaces the draft of its form as a whole, and dropDraft keeps those of other forms', () => {
  const plan = { ...emptySignUpData, drafts: { plan: { id: 'annual' } } }
  const typing = { ...plan, ...saveDraft(plan, 'account', { email: 'a@b.example', name: 'Ada' }) }
  expect(draftOf(typing, 'plan')).toEqual({ id: 'annual' })
  const retyped = { ...typing, ...saveDraft(typing, 'account', { email: 'c@d.example' }) }
  expect(draftOf(retyped, 'account')).toEqual({ email: 'c@d.example' })
  expect(dropDraft(retyped, 'account')).toEqual({ drafts: plan.drafts })
})

it('draftOf returns an empty draft for a form that nothing was typed into', () => {
  expect(draftOf(emptySignUpData, 'plan')).toEqual({})
})
