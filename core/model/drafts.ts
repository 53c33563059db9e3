import type { SignUpChanges, SignUpData } from './persisted-state.ts'

/** What was typed into one form, by field. */
export type Draft = Readonly<Record<string, string>>

export const draftOf = ({ drafts }: SignUpData, form: string): Draft => drafts[form] ?? {}

export const saveDraft = ({ drafts }: SignUpData, form: string, draft: Draft): SignUpChanges => ({
  drafts: { ...drafts, [form]: draft },
})

export const dropDraft = ({ drafts }: SignUpData, form: string): SignUpChanges => ({
  drafts: Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== form)),
})
