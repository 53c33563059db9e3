import type { DiagnosisKind } from '#core/model/survey.ts'
import type { DiagnosisResult } from '#core/model/profile.ts'
import { Button } from '../../components/button.tsx'
import type { Elements } from '../../components/elements.ts'
import { saveFile } from '../../components/save-file.ts'
import { site } from '../../site.ts'
import { MailButtons } from '../mailing/mail-buttons.tsx'
import { FileButton } from './file-button.tsx'
import type { ResultPage } from './result-page.ts'
import type { Asked } from '../assessment/use-asked.ts'
import * as styles from './result.module.css'

export interface KeepResultProps {
  result: DiagnosisResult
  asked: Asked | null
  /** When the result was saved; now, if it is not saved. */
  date: Date
}

const names: Readonly<Record<DiagnosisKind, string>> = {
  survey: 'check-up',
  money_belief: 'money-beliefs',
}

const pageOf = async ({ result, asked, date }: KeepResultProps): Promise<ResultPage> =>
  result.kind === 'survey'
    ? (await import('./survey-page.ts')).surveyPage(result, asked, date)
    : (await import('./belief-page.ts')).beliefPage(result, asked, date)

const save = async (props: KeepResultProps) => {
  const [page, { resultPageHtml }] = await Promise.all([pageOf(props), import('./result-page.ts')])
  const day = props.date.toISOString().slice(0, 10)
  saveFile(
    `${site.name.toLowerCase()}-${names[props.result.kind]}-${day}.html`,
    resultPageHtml(page, site),
    'text/html',
  )
}

/** A button that saves the result as a file. */
export const SaveResult = (props: KeepResultProps) => (
  <FileButton busyLabel="Saving the file" make={() => save(props)}>
    Save as a file
  </FileButton>
)

/**
 * Buttons that print the result, save it as a file or have it mailed; `children` are further ones.
 */
export const KeepResult = ({ children, ...props }: KeepResultProps & { children?: Elements }) => (
  <div className={styles.keep}>
    <Button look="quiet" size="small" onClick={() => window.print()}>
      Print or save as PDF
    </Button>
    <SaveResult {...props} />
    {children}
    <MailButtons kinds={[props.result.kind]} />
  </div>
)
