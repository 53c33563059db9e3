import { render } from '@react-email/components'
import type { Cause } from '../domain/notices.ts'
import { layout } from './layout.ts'
import type { MailMessage } from './mail-port.ts'
import { noticeContent } from './notice-content.ts'
import type { About } from './notice-words.ts'
import { plainText } from './plain-text.ts'

/** Writes the mail for a cause. */
export const writeNotice = async (
  cause: Cause,
  about: About,
): Promise<Pick<MailMessage, 'subject' | 'html' | 'text'>> => {
  const content = noticeContent(cause, about)
  return {
    subject: content.subject,
    html: await render(layout(content)),
    text: plainText(content),
  }
}
