import type { Ports } from './ports/ports.ts'
import { answerQuestion } from './use-cases/answer-question.ts'
import { completeSignUp } from './use-cases/complete-sign-up.ts'
import { initApp } from './use-cases/init-app.ts'
import { reportError } from './use-cases/report-error.ts'
import { showBeliefResult } from './use-cases/show-belief-result.ts'
import { signOut } from './use-cases/sign-out.ts'
import { watchUser } from './use-cases/watch-user.ts'

/** The use cases that a page may call before it has sent a request. */
export const createOpeningUseCases = (ports: Ports) => ({
  answerQuestion: answerQuestion(ports),
  completeSignUp: completeSignUp(ports),
  initApp: initApp(ports),
  reportError: reportError(ports),
  showBeliefResult: showBeliefResult(ports),
  signOut: signOut(ports),
  watchUser: watchUser(ports),
})
